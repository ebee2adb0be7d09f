/** Bounds of what one client may make the server hold or wait for. */
export const limits = {
  /** Longest request target, in characters; longer ones get 414. */
  urlLength: 2048,
  /** All request headers together, in bytes; more gets 431. */
  headerBytes: 16 * 1024,
  /** Body of a page-view event, in bytes; more gets 413. */
  pageViewBytes: 4 * 1024,
  /** Searches of one client, by their cost; more get 429. A dialog asks once for each key its reader presses. */
  search: {
    /** At once after a pause. */
    burst: 100,
    /** In the long run: several readers may share an address. */
    perSecond: 20,
    /** Clients remembered; the one seen longest ago makes room. */
    clients: 10_000,
  },
  /** Calls that the proxy makes for readers. A megabyte is 1000 kilobytes of 1000 bytes. */
  proxy: {
    /** Longest URL of a target, in characters. */
    targetLength: 2048,
    /** Body of a request, in bytes. */
    bodyBytes: 256_000,
    /** Body of an answer, in bytes. */
    answerBytes: 5_000_000,
    /** Calls under way at once. Each holds a body of its request, so that their number bounds the memory. */
    concurrency: { all: 100, client: 10 },
    /** Calls in a window, in milliseconds: several readers may share an address. */
    rate: { window: 60_000, all: 1200, client: 120 },
    /** How many milliseconds a call may take: to connect, and as a whole. */
    timeouts: { connect: 5_000, total: 30_000 },
    /** How long a browser may keep the answer to a preflight request, in seconds. */
    preflightAge: 600,
  },
  /** Connections that are open at once: a browser opens six, and an office may share one address. */
  connections: { all: 4096, client: 256 },
  /** Load of the process above which requests get 503: a share is that of the heap's limit and of the memory. */
  pressure: { eventLoopDelay: 300, memoryShare: 0.85, pages: 5, sampleInterval: 3_000 },
  /** When to come back after a 503, in seconds. */
  retryAfter: 5,
  /** Requests to the sandbox in a window, in milliseconds. What it holds is bounded by its own package. */
  sandbox: {
    rate: { window: 10_000, client: 600 },
    /** Requests that are forwarded at once. */
    concurrency: { all: 256, client: 100 },
    /** WebSocket connections that are forwarded at once. */
    webSockets: { all: 1024, client: 128 },
    /** Time for the sandbox to respond, and between two parts of a response, in milliseconds. */
    responseTime: 30_000,
    /** How long an idle connection to the sandbox is kept, in milliseconds. */
    idleTime: 30_000,
    /** How long the server waits for it at the start before it says that it serves, in milliseconds. */
    announceTime: 20_000,
    /** How its process is looked after. Times are in milliseconds. */
    process: {
      /** To open its store and make certificates. */
      startTime: 60_000,
      /** Between two heartbeats, and how many may stay without a response. */
      heartbeat: 2_000,
      missedHeartbeats: 5,
      /** First and longest wait before it is started again; each is twice the one before. */
      backoff: { first: 500, longest: 60_000 },
      /** The same where its store cannot be used. */
      unusableBackoff: { first: 30_000, longest: 600_000 },
      /** A process that was ready for so long starts the waits over. */
      stableTime: 60_000,
      /** To say goodbye to MQTT clients. */
      goodbyeTime: 2_000,
      /** To end by itself. */
      endTime: 8_000,
    },
  },
  /** Time to receive a request's headers, in milliseconds; slower gets 408. */
  headersTimeout: 10_000,
  /** Time to receive a whole request, in milliseconds; slower gets 408. */
  requestTimeout: 15_000,
  /** How long an idle connection is kept, in milliseconds. */
  keepAliveTimeout: 5_000,
  /** Time a plugin may take to start, in milliseconds: the sandbox opens its store and makes certificates. */
  pluginTimeout: 120_000,
  /** How often overdue connections are looked for, in milliseconds. */
  connectionsCheckingInterval: 2_000,
  /** Time requests in flight get to finish at shutdown, and the process to end, in milliseconds. */
  shutdown: { requests: 8_000, process: 10_000 },
} as const;
