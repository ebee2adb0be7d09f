/** A reason for a rejection or disconnection, with its codes in both protocol versions. */
export interface Reason {
  /** Reason code (MQTT 5.0, 2.4). */
  readonly code: number;
  /** Return code of a CONNACK (MQTT 3.1.1, 3.2.2.3), if the reason can reject a connection. */
  readonly connack?: number;
  /** Reason code of a CONNACK, if `code` is only for other packets (MQTT 5.0, 3.2.2.2). */
  readonly rejection?: number;
}

/** Reasons that this broker sends. */
export const reasons = {
  success: { code: 0x00, connack: 0 },
  noSubscriptionExisted: { code: 0x11 },
  unspecified: { code: 0x80, connack: 3 },
  malformedPacket: { code: 0x81 },
  protocolError: { code: 0x82 },
  implementationSpecific: { code: 0x83, connack: 5 },
  unsupportedProtocolVersion: { code: 0x84, connack: 1 },
  clientIdentifierNotValid: { code: 0x85, connack: 2 },
  badUserNameOrPassword: { code: 0x86, connack: 4 },
  notAuthorized: { code: 0x87, connack: 5 },
  serverUnavailable: { code: 0x88, connack: 3 },
  serverBusy: { code: 0x89, connack: 3 },
  serverShuttingDown: { code: 0x8b, connack: 3, rejection: 0x88 },
  badAuthenticationMethod: { code: 0x8c, connack: 5 },
  keepAliveTimeout: { code: 0x8d },
  sessionTakenOver: { code: 0x8e, connack: 3, rejection: 0x89 },
  topicFilterInvalid: { code: 0x8f },
  topicNameInvalid: { code: 0x90, connack: 5 },
  topicAliasInvalid: { code: 0x94 },
  packetTooLarge: { code: 0x95, connack: 5 },
  messageRateTooHigh: { code: 0x96 },
  quotaExceeded: { code: 0x97, connack: 3 },
  administrativeAction: { code: 0x98, connack: 3, rejection: 0x87 },
  qosNotSupported: { code: 0x9b, connack: 5 },
  sharedSubscriptionsNotSupported: { code: 0x9e },
  connectionRateExceeded: { code: 0x9f, connack: 3 },
  subscriptionIdentifiersNotSupported: { code: 0xa1 },
} as const satisfies Record<string, Reason>;

/** An error that ends the connection. MQTT 5 clients receive its message as the reason string. */
export class MqttError extends Error {
  override readonly name = 'MqttError';

  constructor(
    readonly reason: Reason,
    message: string,
  ) {
    super(message);
  }
}

export const unsupportedVersion = () =>
  new MqttError(reasons.unsupportedProtocolVersion, 'This broker supports MQTT 3.1.1 and 5.0.');
