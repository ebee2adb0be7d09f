const hour = 3_600_000;

/** Bounds of what one reader may make the sandbox hold. A megabyte is 1000 kilobytes of 1000 bytes. */
export const limits = {
  /** Things of one kind in one project; one more gets 429. */
  project: {
    nodes: 100,
    /** Of one node. */
    tags: 100,
    variables: 100,
    points: 200_000,
    logs: 10_000,
    /** One more replaces the oldest. */
    events: 1000,
    values: 1000,
    commands: 1000,
    tokens: 100,
    /** In one list of an access token's policy. */
    policyEntries: 1000,
    assets: 50,
    deployments: 50,
    /** Bytes of JSON: of the metadata of an asset, and of the filter of a deployment. More gets 413. */
    jsonBytes: 4000,
    /** Places that nodes take in deployments; how one ended stays when its node is deleted. */
    reports: 10_000,
  },
  /** Over all projects; one more gets 429. */
  total: { points: 20_000_000 },
  /** Uploaded bytes: of one project, and of all. More gets 413. */
  bytes: { project: 20_000_000, total: 1_000_000_000 },
  /** Characters of an event's data as JSON (reference/device-api.md, 3.5). */
  event: { data: 1000 },
  /** Bytes in the value store: of one text or base64 text, and of all values of a project. More gets 413. */
  values: { text: 100_000, project: 2_000_000 },
  /** Body of a call, in bytes; more gets 413. */
  bodyBytes: 256_000,
  /** Uploads of files in flight at once, each of whose bytes are held: one more of a client gets 429, one more of all 503. */
  uploads: { client: 10, all: 40 },
  /** Downloads of files in flight at once, of each of which a part is held: rejected like uploads. */
  downloads: { client: 20, all: 100 },
  reads: {
    /** Bytes of one response; a call that would have more gets 413. */
    responseBytes: 4_000_000,
    /** Buckets of all series of one aggregate; more get 413. */
    buckets: 50_000,
    /** Large reads that run at once: of all, and of one project or client. Others wait. */
    running: { all: 4, each: 2 },
    /** Large reads that wait: one more of a project or client gets 429, one more of all 503. */
    waiting: { all: 400, each: 50 },
    /** Bytes of responses to large reads that their clients have not taken yet. Further reads wait. */
    heldBytes: { all: 64_000_000, each: 16_000_000 },
    /**
     * What large reads of one project or client may cost; beyond it they get 429. A row costs 1, a query 50, and bytes what as
     * many rows cost: the burst is 600 responses of 10,000 numbers.
     */
    cost: { burst: 10_000_000, perSecond: 250_000 },
    bytesPerRow: 100,
  },
  /** A project that nobody uses for so many milliseconds ends. */
  idle: 24 * hour,
  /**
   * How many projects there may be unless a setting says otherwise. One more replaces the least used one that
   * nobody has used for so many milliseconds: `unused` for one that was only created and described, `used` for any other.
   */
  projects: { max: 500, keep: { unused: 10_000, used: hour / 4 } },
  /** How far the timestamp of a signed request may lie from now, in milliseconds, before and after. */
  signatureAge: 15 * 60_000,
  /** Projects that one address may create in so many milliseconds; one more gets 429. */
  creation: { max: 20, window: hour },
} as const;
