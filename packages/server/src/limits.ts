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
  /** Time to receive a request's headers, in milliseconds; slower gets 408. */
  headersTimeout: 10_000,
  /** Time to receive a whole request, in milliseconds; slower gets 408. */
  requestTimeout: 15_000,
  /** How long an idle connection is kept, in milliseconds. */
  keepAliveTimeout: 5_000,
  /** How often overdue connections are looked for, in milliseconds. */
  connectionsCheckingInterval: 2_000,
  /** Time requests in flight get to finish at shutdown, in milliseconds. */
  shutdownGrace: 10_000,
} as const;
