/** A rate: at most `burst` at once after a pause, and `perSecond` on average. */
export interface Rate {
  readonly burst: number;
  readonly perSecond: number;
}

const second = 1000;
const hour = 3600 * second;

/** Limits on what one reader can make the sandbox store or process. A megabyte is 1000 kilobytes of 1000 bytes. */
export const limits = {
  /** Resources of one kind in a project. One more gets 429, unless it replaces an old one. */
  project: {
    nodes: 100,
    /** Per node. */
    tags: 100,
    variables: 100,
    /** Log lines and events: one more replaces the oldest. */
    logs: 10_000,
    events: 1000,
    /** Rules on events; more get 429. */
    rules: 20,
    streams: 20,
    values: 1000,
    /** One more replaces the oldest that has ended or expired. */
    commands: 1000,
    tokens: 100,
    /** Entries in each list of an access token's policy. */
    policyEntries: 1000,
    assets: 50,
    /** One more replaces the oldest that has ended. */
    deployments: 50,
    /** Bytes of JSON for the metadata of an asset, and for the filter of a deployment. More gets 413. */
    jsonBytes: 4000,
    /** Reports of nodes on deployments. The final status of a deleted node remains. */
    reports: 10_000,
  },
  /**
   * Characters of an event's data as JSON, and the age in milliseconds above which rules ignore an event
   * (specs/facts/device-api.md, 3.5). A list returns `listed` events unless the request has a limit.
   */
  event: { data: 1000, ruleAge: 30 * 60_000, listed: 100 },
  /** Heartbeats of a node; more are dropped (specs/facts/guides.md, features/heartbeat). */
  heartbeatsPerMinute: 60,
  /** Bytes in the value store: one string or base64 text, and all values of a project. More gets 413. */
  values: { text: 100_000, project: 2_000_000 },
  /** Request body, in bytes; more gets 413. */
  bodyBytes: 256_000,
  /** JSON values in a request body, at any level: a point has four. More gets 400, because small values take much memory. */
  bodyValues: 50_000,
  /**
   * Requests of all clients together. Of those that wait, the one of the client that has used the least time is next. More than
   * `waiting` get 429, or 503.
   */
  work: {
    /** Milliseconds of work after which the network is read. */
    slice: 10,
    waiting: { all: 1024, client: 128 },
    /** Milliseconds of work that a client has used recently: what is above it counts the same. */
    time: { burst: 5000, perSecond: 250 },
    /** Bytes of bodies in flight, and of their JSON: a value counts as `valueBytes`. */
    memory: { all: 96_000_000, client: 45_000_000 },
    valueBytes: 64,
  },
  /**
   * Bytes of the file of a project; a larger one gets 413. It holds a project full of numbers. Imports in flight are limited
   * like uploads, and one is for a client that has none.
   */
  projectFile: { bytes: 20_000_000, imports: { client: 1, all: 4, reserve: 1 } },
  /** Uploads in flight, each with its bytes in memory: one more of a client gets 429, one more in total 503. */
  uploads: { client: 10, all: 40 },
  /** Downloads in flight, each with one part in memory: in total, the client with the most loses its oldest. */
  downloads: { client: 20, all: 100 },
  reads: {
    /** Bytes of one response; a larger one becomes 413. */
    responseBytes: 4_000_000,
    /** Buckets of all series of one aggregation; more gets 413. */
    buckets: 50_000,
    /** Large reads that run at the same time: in total, and of one project or client. Others wait. */
    running: { all: 4, each: 2 },
    /** Large reads that wait: one more of a project or client gets 429, one more in total 503. */
    waiting: { all: 400, each: 50 },
    /** Bytes of large responses that clients have not received yet. Above it, further reads wait. */
    heldBytes: { all: 64_000_000, each: 16_000_000 },
    /**
     * Token bucket of large reads, for each project and client; an empty bucket gets 429. A row costs 1, a query 50, and
     * bytes the same as the equivalent number of rows: the burst is 600 responses of 10,000 numbers.
     */
    cost: { burst: 10_000_000, perSecond: 250_000 },
    bytesPerRow: 100,
  },
  /** A project expires after this many milliseconds without a request. */
  idle: 24 * hour,
  /**
   * Number of projects, unless a setting overrides it. One more replaces the least used project that has been idle for this
   * many milliseconds: `unused` for one that was only created and described, `used` for any other.
   */
  projects: { max: 500, keep: { unused: 10_000, used: hour / 4 } },
  /** Maximum difference between the timestamp of a signed request and now, in milliseconds, in both directions. */
  signatureAge: 15 * 60_000,
  /** Projects that one address may create in this many milliseconds; one more gets 429. */
  creation: { max: 20, window: hour },
  /** Files of assets; `StorageLimits` has those of their bytes. */
  files: {
    /** Parts of one upload. */
    parts: 100,
    /** Milliseconds to complete a multipart upload; then its parts are deleted (platform-api.md, 2.10). */
    uploadWindow: 24 * hour,
    /** Lifetime of a download URL, in milliseconds. The platform's is unconfirmed. */
    downloadLife: hour,
    /** How long an asset is `queued`, and then `merging`, in milliseconds: long enough to be visible. */
    queueing: second,
    merging: second,
  },
  /** Time for requests in flight to finish at shutdown, and for the process to exit, in milliseconds. */
  shutdown: { requests: 8 * second, process: 10 * second },
} as const;

/** Limits of the data that takes most of the space of a sandbox. */
export interface StorageLimits {
  /** Points of one project, and of all together; one more gets 429. */
  readonly points: { readonly project: number; readonly total: number };
  /** Bytes of one file, of all files of a project, and of all projects together; more gets 413. */
  readonly bytes: { readonly file: number; readonly project: number; readonly total: number };
}

/** In a database. The limit of the platform for one file is 4 TB (specs/facts/platform-api.md, 2.10), too much for a sandbox. */
export const serverStorage: StorageLimits = {
  points: { project: 200_000, total: 20_000_000 },
  bytes: { file: 8_000_000, project: 20_000_000, total: 1_000_000_000 },
};

/** In a browser, which has all data in memory and stores a copy of it after each change. */
export const browserStorage: StorageLimits = {
  points: { project: 50_000, total: 200_000 },
  bytes: { file: 2_000_000, project: 5_000_000, total: 20_000_000 },
};

/** Limits of the WebSocket connections of streams. */
export interface StreamLimits {
  /** Connections in total, of one project, and of one client. */
  readonly all: number;
  readonly project: number;
  readonly client: number;
  /** Connections that a client opens. */
  readonly connects: Rate;
  /** Largest message from a client, in bytes, and its messages and pings. */
  readonly messageBytes: number;
  readonly received: Rate;
  /** Unsent bytes for a client that does not read, before it is disconnected. */
  readonly outboundBytes: number;
  /** Interval in milliseconds at which clients are pinged, and tokens and streams are checked. */
  readonly check: number;
}

export const streamLimits: StreamLimits = {
  all: 500,
  project: 20,
  client: 50,
  connects: { burst: 50, perSecond: 1 },
  messageBytes: 1024,
  received: { burst: 20, perSecond: 1 },
  outboundBytes: 1_000_000,
  check: 10_000,
};

/**
 * Limits of what clients can make the broker store or do. The reference documents only that of `reqId`. A client is what
 * `clientKey` returns for an address: an IPv4 address, or 64 bits of an IPv6 address.
 */
export interface MqttLimits {
  /** Largest packet before a client is authenticated, in bytes. */
  readonly connectBytes: number;
  /** Largest packet afterward, in bytes. */
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
  /** Requests that an MQTT 5 client may have in flight. Requests of other clients are not read until then. */
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

export const mqttLimits: MqttLimits = {
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
export const mqttCosts = {
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
  /** Rejecting a request above the rate. */
  rejection: 1000,
} as const;
