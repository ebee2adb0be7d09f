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
