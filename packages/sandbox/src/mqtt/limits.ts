import type { Rate } from './token-bucket.ts';

/**
 * Limits of what clients can make the broker store or do. The reference documents only that of `reqId`. A client is what
 * `clientKey` returns for an address: an IPv4 address, or 64 bits of an IPv6 address.
 */
export interface MqttLimits {
  /** Largest packet before a client is authenticated, in bytes. */
  readonly connectBytes: number;
  /** Largest packet afterwards, in bytes. */
  readonly packetBytes: number;
  /** Largest part of a packet besides its payload, in bytes: topics, filters, properties. */
  readonly headerBytes: number;
  /** Total size of incomplete packets of one client, and of all, in bytes. */
  readonly incompleteBytesPerClient: number;
  readonly incompleteBytes: number;
  /** Unsent bytes for a client that does not read, before it is disconnected. */
  readonly outboundBytes: number;
  /** Unacknowledged messages for a client, before it is disconnected. */
  readonly outboundMessages: number;
  /** Time for a client to read a response, in milliseconds; its next packets wait for that. */
  readonly readTimeout: number;
  /** Network connections of one client, with or without credentials. */
  readonly connectionsPerClient: number;
  /** Connected devices in total. Twice as many network connections are accepted. */
  readonly connections: number;
  readonly connectionsPerProject: number;
  /** Topic filters of one device. */
  readonly subscriptions: number;
  /** Requests that an MQTT 5 client may have in flight. Requests of other clients wait in the network. */
  readonly receiveMaximum: number;
  /** Time for a client to send CONNECT, from its first byte on, in milliseconds. */
  readonly connectTimeout: number;
  /** Longest keep-alive, in seconds; MQTT 5 clients without one, or with a longer one, get it. */
  readonly keepAlive: number;
  /** Estimated event-loop time for packets in one turn, in microseconds. */
  readonly turn: number;
  /** Estimated time on the event loop that one connection may take, in microseconds: about 10,000 small packets a second. */
  readonly connectionTraffic: Rate;
  /** The same for all connections of one client: about 12,000 requests a second, acknowledged. */
  readonly clientTraffic: Rate;
  /** Pauses of 0.1 s or longer that a connection may cause by its rate, before it is disconnected. */
  readonly pauses: Rate;
  /** Requests of one connection. */
  readonly requests: Rate;
  /** Successful connections of one device. */
  readonly connects: Rate;
  /** Rejected credentials of one device id at one client. */
  readonly failures: Rate;
  /** Rejected credentials of one client, whatever its device ids are. */
  readonly failuresPerClient: Rate;
}

export const defaultLimits: MqttLimits = {
  connectBytes: 16_000,
  packetBytes: 256_000,
  headerBytes: 8192,
  incompleteBytesPerClient: 16_000_000,
  incompleteBytes: 64_000_000,
  outboundBytes: 1_000_000,
  outboundMessages: 2000,
  readTimeout: 30_000,
  connectionsPerClient: 512,
  connections: 2000,
  connectionsPerProject: 200,
  subscriptions: 50,
  receiveMaximum: 32,
  connectTimeout: 10_000,
  keepAlive: 1200,
  turn: 4000,
  connectionTraffic: { burst: 200_000, perSecond: 50_000 },
  clientTraffic: { burst: 2_000_000, perSecond: 300_000 },
  pauses: { burst: 300, perSecond: 1 },
  requests: { burst: 200, perSecond: 100 },
  connects: { burst: 20, perSecond: 0.5 },
  failures: { burst: 30, perSecond: 1 },
  failuresPerClient: { burst: 300, perSecond: 5 },
};

/**
 * Estimated event-loop time of each step, in microseconds, rounded up from measurements on one core of 2024. Only their
 * ratios matter.
 */
export const costs = {
  /** Accepting a network connection. */
  connection: 50,
  /** A TLS handshake. */
  handshake: 1500,
  /** A read from the network, and each of its bytes: copying, and parsing JSON. */
  read: 5,
  byte: 0.02,
  /** A packet, and each of its bytes that can be in a list: filters and properties. */
  packet: 5,
  listByte: 0.5,
  /** A ping or pong of WebSocket. */
  controlFrame: 25,
  /** Looking up credentials. */
  connect: 1000,
  /** Executing a request. This counts in a turn only: requests have a rate. */
  request: 250,
  /** Telling a client that its request is above the rate. */
  rejection: 1000,
} as const;
