/** Limits on what one client can make the server hold or wait for. */
export const limits = {
  /** Longest request target, in characters; a longer one gets 414. */
  urlLength: 2048,
  /** All request headers together, in bytes; more gets 431. */
  headerBytes: 16 * 1024,
  /** Largest file of the site that is kept in memory, in bytes. */
  storedFileBytes: 500_000,
  /** Body of a page-view event, in bytes; more gets 413. */
  pageViewBytes: 4 * 1024,
  /** Time of this process, in milliseconds. Each client, and each larger block of IPv6 addresses, has a share of it. */
  work: {
    /** Work that a client may request before it gets 429 for searches and MCP. Pages count, and are always served. */
    budget: { burst: 2_000, perSecond: 400 },
    /** One job at a time. Above a slice, jobs wait for the next turn of the event loop, and clients alternate. */
    queue: { running: 1, slice: 10, waiting: { all: 2_048, client: 512 } },
  },
  search: {
    /** Searches of one client at once, and again in a window, in milliseconds; more get 429. The dialog searches on every keystroke. */
    rate: { max: 100, window: 5_000 },
    /** Time after the start at which the index loads, unless a search came before, in milliseconds. */
    loadDelay: 1_000,
  },
  /** Requests of agents over the Model Context Protocol. */
  mcp: {
    /** Messages of one client in a window, in milliseconds; each message of a batch counts. */
    rate: { max: 300, window: 60_000 },
    /** Messages in a batch. */
    batch: 20,
    /** Characters of the resources that one request returns. */
    resourceCharacters: 2_000_000,
    /** Requests in flight. One over MQTT has a connection to the broker, and a subscription stays open. */
    concurrency: { all: 100, client: 10 },
    /** Time after the start at which the server loads, unless a request came before, in milliseconds. */
    loadDelay: 3_000,
    /** Request body, in bytes. */
    bodyBytes: 256_000,
  },
  /** Requests that the proxy forwards. A megabyte is 1000 kilobytes of 1000 bytes. */
  proxy: {
    /** Longest target URL, in characters. */
    targetLength: 2048,
    /** Request body, in bytes. */
    bodyBytes: 256_000,
    /** Response body, in bytes. */
    responseBytes: 5_000_000,
    /** Requests in flight. Each holds its request body, so their number limits the memory. */
    concurrency: { all: 100, client: 10 },
    /** Requests in a window, in milliseconds. Several users may share an address. */
    rate: { window: 60_000, all: 1200, client: 120 },
    /** How long a request may take to connect, and in total, in milliseconds. */
    timeouts: { connect: 5_000, total: 30_000 },
    /** How long a browser may cache the response to a preflight request, in seconds. */
    preflightAge: 600,
  },
  /** Open connections. A browser opens six, and an office may share one address. */
  connections: { all: 4096, client: 256 },
  /** Load of the process above which requests get 503. The share is of the heap limit and of the memory. */
  pressure: { eventLoopDelay: 300, memoryShare: 0.85, pageFactor: 5, sampleInterval: 3_000 },
  /** `Retry-After` of a 503, in seconds. */
  retryAfter: 5,
  /** Requests to the sandbox. Its own package limits what it stores. */
  sandbox: {
    /** Requests of one client in a window, in milliseconds. */
    rate: { max: 600, window: 10_000 },
    /** Forwarded requests in flight, including those whose body arrives slowly. */
    concurrency: { all: 256, client: 100 },
    /** Forwarded WebSocket connections. */
    webSockets: { all: 1024, client: 128 },
    /** Time for the sandbox to respond, and between two parts of a response, in milliseconds. */
    responseTime: 30_000,
    /** How long an idle connection to the sandbox stays open, in milliseconds. */
    idleTime: 30_000,
    /** How long a request waits at startup for the sandbox before it gets 503, in milliseconds. */
    startWait: 10_000,
    /** How long the server waits at startup for the sandbox before it reports that it is ready, in milliseconds. */
    announceTime: 20_000,
    /** Supervision of the sandbox process. Times are in milliseconds. */
    process: {
      /** To open its store and create certificates. */
      startTime: 60_000,
      /** Between two heartbeats, and how many may stay without a response. */
      heartbeat: 2_000,
      missedHeartbeats: 5,
      /** First and longest delay before a restart; each is twice the previous one. */
      backoff: { first: 500, longest: 60_000 },
      /** The same when the sandbox cannot start. */
      unusableBackoff: { first: 30_000, longest: 600_000 },
      /** A process that was ready for this long resets the delay. */
      stableTime: 60_000,
      /** To disconnect MQTT clients. */
      disconnectTime: 2_000,
      /** To exit by itself. */
      exitTime: 8_000,
    },
  },
  /** Time to receive the headers of a request, in milliseconds; a slower one gets 408. */
  headersTimeout: 10_000,
  /** Time to receive a whole request, in milliseconds; a slower one gets 408. */
  requestTimeout: 15_000,
  /** Time for a plugin to start, in milliseconds. The sandbox opens its store and creates certificates. */
  pluginTimeout: 120_000,
  /** How often the server checks for connections past their timeout, in milliseconds. */
  connectionsCheckingInterval: 2_000,
  /** Time for requests in flight to finish at shutdown, and for the process to exit, in milliseconds. */
  shutdown: { requests: 8_000, process: 10_000 },
} as const;
