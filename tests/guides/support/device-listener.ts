import { connectAsync } from 'mqtt';
import type { JsonValue } from '../../../packages/openapi-model/src/types.ts';
import type { SandboxProject } from './guide-sandbox.ts';

/** The device that listens. */
export interface Device {
  readonly deviceId: string;
  readonly connectionKey: string;
  /** Certificate of the authority, in PEM format. */
  readonly ca: string;
}

/**
 * Collects what a connected device receives on a topic because of an action.
 * @param suffix suffix of the topic, such as `commands`
 */
export async function receivedDuring(
  { deviceId, connectionKey, ca }: Device,
  { broker }: SandboxProject,
  suffix: string,
  act: () => Promise<unknown>,
): Promise<JsonValue> {
  const topic = `$anedya/device/${deviceId}/${suffix}`;
  const client = await connectAsync({
    protocol: 'mqtts',
    host: broker.host,
    port: broker.tls,
    ca,
    reconnectPeriod: 0,
    clientId: deviceId,
    username: deviceId,
    password: connectionKey,
  });
  try {
    const message = new Promise<JsonValue>((resolve) => {
      client.once('message', (_topic, body) => {
        resolve(JSON.parse(body.toString('utf8')) as JsonValue);
      });
    });
    await client.subscribeAsync(topic, { qos: 1 });
    await act();
    return await message;
  } finally {
    await client.endAsync();
  }
}
