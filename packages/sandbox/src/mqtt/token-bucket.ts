import type { Clock } from '../core/clock.ts';

/** How often something may happen: `burst` times at once after a pause, `perSecond` times in the long run. */
export interface Rate {
  readonly burst: number;
  readonly perSecond: number;
}

/** Tells whether something still happens within its rate. */
export class TokenBucket {
  private tokens: number;
  private filled: number;

  constructor(
    private readonly rate: Rate,
    private readonly clock: Clock,
  ) {
    this.tokens = rate.burst;
    this.filled = clock.now();
  }

  /** Whether one more is within the rate; it counts when it is. */
  take(): boolean {
    if (!this.hasToken()) return false;
    this.tokens -= 1;
    return true;
  }

  /** Whether one more would be within the rate. */
  hasToken(): boolean {
    const now = this.clock.now();
    const { burst, perSecond } = this.rate;
    const gained = (Math.max(0, now - this.filled) / 1000) * perSecond;
    this.tokens = Math.min(burst, this.tokens + gained);
    this.filled = now;
    return this.tokens >= 1;
  }
}

/** One bucket for each key. The key that was used longest ago makes room for a new one. */
export class TokenBuckets {
  private readonly buckets = new Map<string, TokenBucket>();

  constructor(
    private readonly rate: Rate,
    private readonly clock: Clock,
    private readonly keys = 10_000,
  ) {}

  of(key: string): TokenBucket {
    const bucket = this.buckets.get(key) ?? new TokenBucket(this.rate, this.clock);
    this.buckets.delete(key);
    this.buckets.set(key, bucket);
    const [oldest] = this.buckets.keys();
    if (this.buckets.size > this.keys && oldest !== undefined) this.buckets.delete(oldest);
    return bucket;
  }
}
