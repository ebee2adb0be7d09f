export interface RateLimitOptions {
  /** Requests a client may make at once after a pause. */
  readonly burst: number;
  /** Requests a client may make in the long run. */
  readonly perSecond: number;
  /** Clients remembered at most. */
  readonly clients: number;
  /** Milliseconds, from any origin. */
  readonly now: () => number;
}

/**
 * A token bucket for each client. Own code because the limit needs no more than this: one process, one path, bounded
 * memory, and a clock that tests can set.
 */
export class RateLimit {
  private readonly buckets = new Map<string, { tokens: number; at: number }>();

  constructor(private readonly options: RateLimitOptions) {}

  /** Clients remembered now. */
  get size(): number {
    return this.buckets.size;
  }

  /**
   * Takes one request of a client into account.
   * @returns 0 when it may go on, otherwise the whole seconds after which the next one may
   */
  take(client: string): number {
    const { burst, perSecond, now } = this.options;
    const at = now();
    const last = this.buckets.get(client) ?? { tokens: burst, at };
    const tokens = Math.min(burst, last.tokens + (Math.max(0, at - last.at) / 1000) * perSecond);
    const allowed = tokens >= 1;
    this.remember(client, { tokens: allowed ? tokens - 1 : tokens, at });
    return allowed ? 0 : Math.max(1, Math.ceil((1 - tokens) / perSecond));
  }

  /** Takes more of a client's tokens for a request that turned out to be dear: it may go into debt. */
  charge(client: string, tokens: number): void {
    const bucket = this.buckets.get(client);
    if (bucket) bucket.tokens -= tokens;
  }

  /** Forgets the client seen longest ago when there are too many: its bucket is the likeliest to be full again. */
  private remember(client: string, bucket: { tokens: number; at: number }): void {
    this.buckets.delete(client);
    this.buckets.set(client, bucket);
    if (this.buckets.size <= this.options.clients) return;
    for (const oldest of this.buckets.keys()) {
      this.buckets.delete(oldest);
      return;
    }
  }
}
