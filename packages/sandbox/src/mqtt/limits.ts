import type { Rate } from './token-bucket.ts';

/** Bounds of what clients may make the broker hold or do. The references state none of them, except for `reqId`. */
export interface MqttLimits {
  /** Largest packet before a client has shown its credentials, in bytes. */
  readonly connectBytes: number;
  /** Largest packet afterwards, in bytes. */
  readonly packetBytes: number;
  /** What may wait for a client that does not read, in bytes; it is disconnected beyond. */
  readonly outboundBytes: number;
  /** Messages that may wait for a client that acknowledges nothing; it is disconnected beyond. */
  readonly outboundMessages: number;
  /** Connected devices in total. Twice as many network connections are held. */
  readonly connections: number;
  readonly connectionsPerProject: number;
  /** Topic filters that one device may hold. */
  readonly subscriptions: number;
  /** Requests that an MQTT 5 client may have under way. Those of others wait in the network. */
  readonly receiveMaximum: number;
  /** Time for a client to send CONNECT, in milliseconds. */
  readonly connectTimeout: number;
  /** Longest keep-alive, in seconds; MQTT 5 clients without one, or with a longer one, get it. */
  readonly keepAlive: number;
  /** Requests of one connection. */
  readonly requests: Rate;
  /** Successful connections of one device. */
  readonly connects: Rate;
  /** Refused credentials of one client. */
  readonly failures: Rate;
}

export const defaultLimits: MqttLimits = {
  connectBytes: 16_000,
  packetBytes: 256_000,
  outboundBytes: 1_000_000,
  outboundMessages: 2000,
  connections: 2000,
  connectionsPerProject: 200,
  subscriptions: 50,
  receiveMaximum: 32,
  connectTimeout: 10_000,
  keepAlive: 1200,
  requests: { burst: 200, perSecond: 100 },
  connects: { burst: 20, perSecond: 0.5 },
  failures: { burst: 30, perSecond: 1 },
};
