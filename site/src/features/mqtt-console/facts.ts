import type { SandboxBroker, SandboxNode } from '../sandbox-project/project-data';
import type { Version } from './problems';

/** An operation that a device can use over MQTT. */
export interface MqttOperation {
  /** `operationId`. */
  readonly id: string;
  readonly title: string;
  /** Topic that requests are published to; contains `{deviceId}`. */
  readonly topic: string;
  /** Route of the operation's page. */
  readonly page: string;
  /** True for an unconfirmed topic. */
  readonly isProvisional: boolean;
}

/** MQTT facts from the document of the Device API. Written by `content/api-reference/operation-data.ts`. */
export interface MqttFacts {
  /** Prefix of all topics; contains `{deviceId}`. */
  readonly topicPrefix: string;
  /** Topics that a device can subscribe to. */
  readonly subscribe: readonly { readonly topic: string; readonly purpose: string }[];
  /** In the order of the document's groups. */
  readonly operations: readonly MqttOperation[];
  /** Operations that only guides describe; their page is the guide. */
  readonly guideOperations: readonly MqttOperation[];
  /** Names of the code samples on the pages of operations, by group and id. */
  readonly samples: Readonly<Record<'http' | 'mqtt', Readonly<Record<string, string>>>>;
}

/** Inserts the UUID of the device into a topic. */
export function ownTopic(topic: string, deviceId: string): string {
  return topic.replace('{deviceId}', deviceId);
}

/**
 * Fetches the facts.
 * @throws Error when they are not available
 */
export async function loadMqttFacts(address: string): Promise<MqttFacts> {
  const response = await fetch(address);
  if (!response.ok) throw new Error(`${address} returned HTTP ${response.status}`);
  return (await response.json()) as MqttFacts;
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
