import type { IConnectPacket } from 'mqtt-packet';
import { isTopicName } from './device-topics.ts';
import { checkPacket } from './packet-faults.ts';
import { reasons, Refusal, unsupportedVersion } from './reason.ts';

/** What a CONNECT asks for, after all that can be checked without looking anything up. */
export interface ConnectRequest {
  /** As the device spells it. */
  readonly clientId: string;
  readonly connectionKey: string;
  /** In seconds; 0 for none. */
  readonly keepAlive: number;
  readonly will: { readonly topic: string; readonly payload: Buffer } | undefined;
  /** Messages with QoS 1 that the client takes before it acknowledges one (MQTT 5.0, 3.1.2.11.3). */
  readonly receiveMaximum: number;
  /** How long the session would outlive its connection, in seconds (MQTT 5.0, 3.1.2.11.2). */
  readonly sessionExpiry: number;
}

const uuid = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/i;

/**
 * Reads CONNECT of a device: client id and user name are its UUID, the password is its connection key.
 * @throws Refusal with a return code for the CONNACK
 */
export function readConnect(packet: IConnectPacket): ConnectRequest {
  const { clientId, username, password, properties = {}, keepalive = 0 } = packet;
  checkVersion(packet);
  checkPacket(packet);
  if (properties.authenticationMethod !== undefined) {
    const text = 'Enhanced authentication is not supported. Connect with user name and password.';
    throw new Refusal(reasons.badAuthenticationMethod, text);
  }
  if (properties.authenticationData !== undefined) {
    throw new Refusal(reasons.protocolError, 'Authentication data needs a method.');
  }
  if (properties.receiveMaximum === 0 || properties.maximumPacketSize === 0) {
    throw new Refusal(reasons.protocolError, 'Receive maximum and packet size have to be above 0.');
  }
  if (!uuid.test(clientId)) {
    const text = 'The client id has to be the UUID of the device.';
    throw new Refusal(reasons.clientIdentifierNotValid, text);
  }
  if (!username || !password?.length) {
    const text = 'The user name has to be the UUID of the device, the password its connection key.';
    throw new Refusal(reasons.badUserNameOrPassword, text);
  }
  if (username.toLowerCase() !== clientId.toLowerCase()) {
    const text = 'The user name has to be the UUID of the device, as the client id is.';
    throw new Refusal(reasons.badUserNameOrPassword, text);
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
  if (will.qos === 2) throw new Refusal(reasons.qosNotSupported, 'QoS 2 is not supported.');
  if (!isTopicName(will.topic)) {
    throw new Refusal(reasons.topicNameInvalid, 'The topic of the will has to name one topic.');
  }
  return { topic: will.topic, payload: Buffer.from(will.payload) };
}
