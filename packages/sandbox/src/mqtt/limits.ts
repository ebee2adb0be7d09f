import type { Rate } from './token-bucket.ts';

/**
 * Limits of what clients can make the broker hold or do. The references state none of them, except for `reqId`. A client is
 * what `clientKey` makes of an address: an IPv4 address, or 64 bits of an IPv6 address.
 */
export interface MqttLimits {
  /** Largest packet before a client has shown its credentials, in bytes. */
  readonly connectBytes: number;
  /** Largest packet afterwards, in bytes. */
  readonly packetBytes: number;
  /** What a packet may hold besides its payload, in bytes: topics, filters, properties. */
  readonly headerBytes: number;
  /** What may be incomplete of the packets of one client, and of all, in bytes. */
  readonly incompleteBytesPerClient: number;
  readonly incompleteBytes: number;
  /** What may wait for a client that does not read, in bytes; it is disconnected beyond. */
  readonly outboundBytes: number;
  /** Messages that may wait for a client that acknowledges nothing; it is disconnected beyond. */
  readonly outboundMessages: number;
  /** Time for a client to read a response, in milliseconds; its next packets wait for that. */
  readonly readTimeout: number;
  /** Network connections of one client, with or without credentials. */
  readonly connectionsPerClient: number;
  /** Connected devices in total. Twice as many network connections are held. */
  readonly connections: number;
  readonly connectionsPerProject: number;
  /** Topic filters that one device may hold. */
  readonly subscriptions: number;
  /** Requests that an MQTT 5 client may have in flight. Those of others wait in the network. */
  readonly receiveMaximum: number;
  /** Time for a client to send CONNECT, from its first byte on, in milliseconds. */
  readonly connectTimeout: number;
  /** Longest keep-alive, in seconds; MQTT 5 clients without one, or with a longer one, get it. */
  readonly keepAlive: number;
  /** Estimated time on the event loop that packets take in one turn of it, in microseconds. */
  readonly turn: number;
  /** Estimated time on the event loop that one connection may take, in microseconds: about 10,000 small packets a second. */
  readonly connectionTraffic: Rate;
  /** The same for all connections of one client: about 12,000 requests a second, acknowledged. */
  readonly clientTraffic: Rate;
  /** Pauses of 0.1 s or longer that a connection may need because of its own rate; it is disconnected beyond. */
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
 * What things cost, in microseconds of the event loop. They are rounded up from measurements on one core of 2024; what
 * counts is how they compare.
 */
export const costs = {
  /** Accepting a network connection. */
  connection: 50,
  /** Agreeing on TLS. */
  handshake: 1500,
  /** Reading from the network, and each byte of that: copying, and parsing JSON. */
  read: 5,
  byte: 0.02,
  /** A packet, and each byte of it that can be a list: filters and properties. */
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
