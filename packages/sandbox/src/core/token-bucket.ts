import type { Clock } from './context.ts';
import type { Rate } from './limits.ts';

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
    return this.balance() >= 1;
  }

  /** Counts what has happened already, also beyond the rate. */
  spend(tokens: number): void {
    this.tokens = this.balance() - tokens;
  }

  /** How many more are within the rate now; below 0 after too many were spent. */
  balance(): number {
    const now = this.clock.now();
    const { burst, perSecond } = this.rate;
    const gained = (Math.max(0, now - this.filled) / 1000) * perSecond;
    this.tokens = Math.min(burst, this.tokens + gained);
    this.filled = now;
    return this.tokens;
  }

  /** Milliseconds until what was spent beyond the rate is made up for; 0 when nothing was. */
  debt(): number {
    const balance = this.balance();
    return balance < 0 ? (-balance / this.rate.perSecond) * 1000 : 0;
  }

  /** Seconds, rounded up, until one more is within the rate; 0 when it is now. */
  secondsToWait(): number {
    return Math.ceil(Math.max(0, 1 - this.balance()) / this.rate.perSecond);
  }
}

/** One bucket for each key. The least recently used key is evicted for a new one. */
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
