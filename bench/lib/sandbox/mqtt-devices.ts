import type { Socket } from 'node:net';
import { connectAsync, type MqttClient } from 'mqtt';
import type { Project } from './client.ts';

/** A connected device that submits one value after the other. */
export interface MqttDevice {
  /** Submits a value and waits for the response. */
  submit(): Promise<void>;
  end(): Promise<void>;
}

/** Connects the first device of a project, with MQTT 5.0. */
export async function connectDevice(url: string, { nodes }: Project): Promise<MqttDevice> {
  const [{ deviceId, connectionKey }] = nodes;
  const client: MqttClient = await connectAsync(url, {
    clientId: deviceId,
    username: deviceId,
    password: connectionKey,
    protocolVersion: 5,
    reconnectPeriod: 0,
  });
  // Otherwise the system delays a request by 40 ms until the previous acknowledgement is acknowledged (Nagle's algorithm).
  (client.stream as Socket).setNoDelay(true);
  const topic = (below: string) => `$anedya/device/${deviceId}/${below}`;
  const waiting = new Map<string, { resolve: () => void; reject: (error: Error) => void }>();
  client.on('message', (_, payload) => {
    const { reqId, success, error } = JSON.parse(payload.toString()) as Record<string, unknown>;
    const pending = waiting.get(String(reqId));
    waiting.delete(String(reqId));
    if (success === true) pending?.resolve();
    else pending?.reject(new Error(String(error)));
  });
  await client.subscribeAsync([topic('response'), topic('errors')], { qos: 1 });
  let requests = 0;
  return {
    submit: async () => {
      const reqId = String((requests += 1));
      const data = [{ variable: 'temperature', value: 20.5, timestamp: 0 }];
      const responded = new Promise<void>((resolve, reject) => {
        waiting.set(reqId, { resolve, reject });
      });
      await client.publishAsync(topic('submitdata/json'), JSON.stringify({ reqId, data }), {
        qos: 1,
      });
      await responded;
    },
    end: async () => {
      await client.endAsync();
    },
  };
}
