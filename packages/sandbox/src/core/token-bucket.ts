import type { Clock } from './context.ts';
import type { Rate } from './limits.ts';

/** Limits a rate. */
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

  /** Counts one more if it is within the rate. @returns whether it is */
  take(): boolean {
    if (!this.hasToken()) return false;
    this.tokens -= 1;
    return true;
  }

  /** Returns whether one more would be within the rate. */
  hasToken(): boolean {
    return this.balance() >= 1;
  }

  /** Counts something that has already happened, even above the rate. */
  spend(tokens: number): void {
    this.tokens = this.balance() - tokens;
  }

  /** How many more are within the rate; negative if the rate was exceeded. */
  balance(): number {
    const now = this.clock.now();
    const { burst, perSecond } = this.rate;
    const gained = (Math.max(0, now - this.filled) / 1000) * perSecond;
    this.tokens = Math.min(burst, this.tokens + gained);
    this.filled = now;
    return this.tokens;
  }

  /** Part of the burst that is used: 0 after a pause, above 1 if the rate was exceeded. */
  used(): number {
    return 1 - this.balance() / this.rate.burst;
  }

  /** Milliseconds until the rate is no longer exceeded; 0 if it is not. */
  debt(): number {
    const balance = this.balance();
    return balance < 0 ? (-balance / this.rate.perSecond) * 1000 : 0;
  }

  /** Seconds, rounded up, until one more is within the rate; 0 if it is now. */
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

  /** @param share how many times the rate applies to the key, the same each time */
  of(key: string, share = 1): TokenBucket {
    const bucket = this.buckets.get(key) ?? this.create(share);
    this.buckets.delete(key);
    this.buckets.set(key, bucket);
    if (this.buckets.size > this.keys) this.evict();
    return bucket;
  }

  private evict(): void {
    const [oldest] = this.buckets.keys();
    if (oldest !== undefined) this.buckets.delete(oldest);
  }

  private create(share: number): TokenBucket {
    const { burst, perSecond } = this.rate;
    return new TokenBucket({ burst: burst * share, perSecond: perSecond * share }, this.clock);
  }
}
