import { Buffer } from 'buffer';
import type { IConnackPacket, IConnectPacket } from 'mqtt-packet';
import type { MqttLimits } from '../core/limits.ts';
import { checkPacket } from './packet-reader.ts';
import type { ProtocolVersion } from './packet-writer.ts';
import { MqttError, reasons, unsupportedVersion } from './reason.ts';
import { isTopicName } from './topics.ts';

/** Contents of a CONNECT packet after all checks that need no lookup. */
export interface ConnectRequest {
  /** With the capitalization that the device uses. */
  readonly clientId: string;
  readonly connectionKey: string;
  /** In seconds; 0 disables it. */
  readonly keepAlive: number;
  readonly will: { readonly topic: string; readonly payload: Buffer } | undefined;
  /** Maximum number of unacknowledged QoS 1 messages that the client accepts (MQTT 5.0, 3.1.2.11.3). */
  readonly receiveMaximum: number;
  /** Session expiry interval in seconds (MQTT 5.0, 3.1.2.11.2). */
  readonly sessionExpiry: number;
}

const uuid = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/i;

/**
 * Reads the CONNECT packet of a device: client id and user name are its UUID, the password is its connection key.
 * @throws MqttError with the return code of the CONNACK
 */
export function readConnect(packet: IConnectPacket): ConnectRequest {
  const { clientId, username, password, properties = {}, keepalive = 0 } = packet;
  checkVersion(packet);
  checkPacket(packet);
  if (properties.authenticationMethod !== undefined) {
    const text = 'Enhanced authentication is not supported. Connect with a user name and password.';
    throw new MqttError(reasons.badAuthenticationMethod, text);
  }
  if (properties.authenticationData !== undefined) {
    throw new MqttError(
      reasons.protocolError,
      'Authentication data requires an authentication method.',
    );
  }
  if (properties.receiveMaximum === 0 || properties.maximumPacketSize === 0) {
    const text = 'Receive Maximum and Maximum Packet Size must be greater than 0.';
    throw new MqttError(reasons.protocolError, text);
  }
  if (!uuid.test(clientId)) {
    const text = 'The client id must be the UUID of the device.';
    throw new MqttError(reasons.clientIdentifierNotValid, text);
  }
  if (!username || !password?.length) {
    const text =
      'The user name must be the UUID of the device, and the password must be its connection key.';
    throw new MqttError(reasons.badUserNameOrPassword, text);
  }
  if (username.toLowerCase() !== clientId.toLowerCase()) {
    const text = 'The user name must be the UUID of the device, the same as the client id.';
    throw new MqttError(reasons.badUserNameOrPassword, text);
  }
  return {
    clientId,
    connectionKey: password.toString('utf8'),
    keepAlive: keepalive,
    will: readWill(packet),
    receiveMaximum: properties.receiveMaximum ?? 65_535,
    sessionExpiry: properties.sessionExpiryInterval ?? 0,
  };
}

function checkVersion({ protocolId, protocolVersion, ...packet }: IConnectPacket): void {
  const isBridge = 'bridgeMode' in packet;
  const isKnown = protocolVersion === 4 || protocolVersion === 5;
  if (protocolId === 'MQTT' && isKnown && !isBridge) return;
  throw unsupportedVersion();
}

function readWill({ will }: IConnectPacket): ConnectRequest['will'] {
  if (!will) return undefined;
  if (will.qos === 2) {
    const text = 'QoS 2 is not supported. Use QoS 0 or 1 for the will.';
    throw new MqttError(reasons.qosNotSupported, text);
  }
  if (!isTopicName(will.topic)) {
    throw new MqttError(reasons.topicNameInvalid, 'The will topic must not contain wildcards.');
  }
  return { topic: will.topic, payload: Buffer.from(will.payload) };
}

/** Returns the keep-alive of a connection, in seconds. The server can override the requested value for MQTT 5 clients only. */
export function keepAliveOf(
  { keepAlive }: ConnectRequest,
  version: ProtocolVersion,
  limits: MqttLimits,
): number {
  const isWithin = keepAlive > 0 && keepAlive <= limits.keepAlive;
  return isWithin || version === 4 ? keepAlive : limits.keepAlive;
}

/** Creates the CONNACK. For MQTT 5 clients, it states the capabilities that differ from the defaults (MQTT 5.0, 3.2.2.3). */
export function connackOf(
  request: ConnectRequest,
  version: ProtocolVersion,
  limits: MqttLimits,
): IConnackPacket {
  const keepAlive = keepAliveOf(request, version, limits);
  return {
    cmd: 'connack',
    // Sessions end with their connection: a device requests the messages that it missed.
    sessionPresent: false,
    returnCode: 0,
    reasonCode: 0,
    properties: {
      ...(request.sessionExpiry > 0 && { sessionExpiryInterval: 0 }),
      receiveMaximum: limits.receiveMaximum,
      maximumQoS: 1,
      maximumPacketSize: limits.packetBytes,
      subscriptionIdentifiersAvailable: false,
      sharedSubscriptionAvailable: false,
      ...(keepAlive !== request.keepAlive && { serverKeepAlive: keepAlive }),
    },
  };
}
