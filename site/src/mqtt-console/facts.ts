/** A call that a device can make over MQTT. */
export interface MqttCall {
  /** `operationId`. */
  readonly id: string;
  readonly title: string;
  /** What is published to, with `{deviceId}`. */
  readonly topic: string;
  /** Route of the call's page. */
  readonly page: string;
  /** True for a topic that is not confirmed. */
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
  if (!response.ok) throw new Error(`${address} answers ${response.status}`);
  return (await response.json()) as MqttFacts;
}
