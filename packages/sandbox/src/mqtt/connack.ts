import type { IConnackPacket } from 'mqtt-packet';
import type { ConnectRequest } from './connect-request.ts';
import type { MqttLimits } from './limits.ts';
import type { ProtocolVersion } from './packet-writer.ts';

/** Keep-alive that holds for a connection, in seconds: only MQTT 5 can be told another one than it asked for. */
export function keepAliveOf(
  { keepAlive }: ConnectRequest,
  version: ProtocolVersion,
  limits: MqttLimits,
): number {
  const isWithin = keepAlive > 0 && keepAlive <= limits.keepAlive;
  return isWithin || version === 4 ? keepAlive : limits.keepAlive;
}

/** Accepts a connection, and tells an MQTT 5 client what it can use, where that is not the default (MQTT 5.0, 3.2.2.3). */
export function connackOf(
  request: ConnectRequest,
  version: ProtocolVersion,
  limits: MqttLimits,
): IConnackPacket {
  const keepAlive = keepAliveOf(request, version, limits);
  return {
    cmd: 'connack',
    // Sessions end with their connection: what a device misses, it asks for.
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
