import type { MqttFacts } from '@site/src/contracts/mqtt-facts';
import { fetchJson } from '@site/src/requests/fetch-json';
import type { SandboxBroker, SandboxNode } from '@site/src/features/sandbox-project';
import type { Version } from './problems';

/** Inserts the UUID of the device into a topic. */
export function ownTopic(topic: string, deviceId: string): string {
  return topic.replace('{deviceId}', deviceId);
}

/**
 * Fetches the facts.
 * @throws Error when they are not available
 */
export async function loadMqttFacts(address: string): Promise<MqttFacts> {
  return (await fetchJson(address)) as MqttFacts;
}

/** Quotes a string for a shell. */
const quoted = (text: string) => `'${text.replaceAll("'", `'\\''`)}'`;

/**
 * A command for Mosquitto's client that makes the same connection and prints every message of the device; undefined without
 * an open port.
 */
export function terminalCommand(
  { deviceId, connectionKey }: Pick<SandboxNode, 'deviceId' | 'connectionKey'>,
  topicPrefix: string,
  version: Version,
  { host, tcp }: Pick<SandboxBroker, 'host' | 'tcp'>,
): string | undefined {
  if (tcp === undefined) return undefined;
  return [
    `mosquitto_sub -h ${host} -p ${tcp} -V ${version === 5 ? '5' : 'mqttv311'} -v \\`,
    `  -i ${deviceId} \\`,
    `  -u ${deviceId} \\`,
    `  -P ${quoted(connectionKey)} \\`,
    `  -t ${quoted(`${ownTopic(topicPrefix, deviceId)}#`)}`,
  ].join('\n');
}
