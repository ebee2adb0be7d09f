import type { SandboxBroker, SandboxNode } from '../sandbox/project-data';
import type { Version } from './problems';

/** A call that a device can make over MQTT. */
interface MqttCall {
  /** `operationId`. */
  readonly id: string;
  readonly title: string;
  /** What is published to, with `{deviceId}`. */
  readonly topic: string;
  /** Route of the call's page. */
  readonly page: string;
  /** True for an unconfirmed topic. */
  readonly isProvisional: boolean;
}

/** What the document of the Device API says of MQTT. Written by `plugins/api-reference/mqtt-data.ts`. */
export interface MqttFacts {
  /** What every topic starts with, with `{deviceId}`. */
  readonly topicPrefix: string;
  /** What a device can subscribe to. */
  readonly subscribe: readonly { readonly topic: string; readonly purpose: string }[];
  /** In the order of the document's groups. */
  readonly calls: readonly MqttCall[];
}

/** A topic with the device's UUID. */
export function ownTopic(topic: string, deviceId: string): string {
  return topic.replace('{deviceId}', deviceId);
}

/**
 * Fetches the facts.
 * @throws Error when they cannot be had
 */
export async function loadMqttFacts(address: string): Promise<MqttFacts> {
  const response = await fetch(address);
  if (!response.ok) throw new Error(`${address} returned HTTP ${response.status}`);
  return (await response.json()) as MqttFacts;
}

/** Quotes a string for a shell. */
const quoted = (text: string) => `'${text.replaceAll("'", `'\\''`)}'`;

/** The same connection with Mosquitto's client, which prints every message of the device; nothing without an open port. */
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
