const hour = 3_600_000;

/** Limits on what one reader can make the sandbox store or process. A megabyte is 1000 kilobytes of 1000 bytes. */
export const limits = {
  /** Resources of one kind in a project; one more gets 429. */
  project: {
    nodes: 100,
    /** Per node. */
    tags: 100,
    variables: 100,
    points: 200_000,
    logs: 10_000,
    /** One more replaces the oldest. */
    events: 1000,
    values: 1000,
    commands: 1000,
    tokens: 100,
    /** Entries in each list of an access token's policy. */
    policyEntries: 1000,
    assets: 50,
    deployments: 50,
    /** Bytes of JSON for the metadata of an asset, and for the filter of a deployment. More gets 413. */
    jsonBytes: 4000,
    /** Reports of nodes on deployments. The final status of a deleted node remains. */
    reports: 10_000,
  },
  /** In all projects together; one more gets 429. */
  total: { points: 20_000_000 },
  /** Uploaded bytes of one project, and of all. More gets 413. */
  bytes: { project: 20_000_000, total: 1_000_000_000 },
  /** Characters of an event's data as JSON (reference/device-api.md, 3.5). */
  event: { data: 1000 },
  /** Bytes in the value store: one string or base64 text, and all values of a project. More gets 413. */
  values: { text: 100_000, project: 2_000_000 },
  /** Request body, in bytes; more gets 413. */
  bodyBytes: 256_000,
  /** Uploads in flight, each of which holds its bytes in memory: one more of a client gets 429, one more in total 503. */
  uploads: { client: 10, all: 40 },
  /** Downloads in flight, each of which holds one part in memory: rejected like uploads. */
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
} as const;
