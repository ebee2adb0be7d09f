import type { Rate } from '../../core/limits.ts';
import { TokenBuckets, type TokenBucket } from '../../core/token-bucket.ts';
import { blocksOf } from './clients.ts';

/** What one client has used, for a caller that charges it often. */
export interface Account {
  /** Charges for what the client has used, even above its budget. */
  spend(cost: number): void;
  /** Milliseconds until the client is within its budget; 0 if it is. */
  debt(): number;
}

/**
 * Limits what clients use over time: requests, or milliseconds of work. Each client, and each larger block of addresses, has a
 * token bucket. A limited number of them is kept, so that requests from many addresses cannot exhaust memory.
 */
export class Budget {
  private readonly buckets: TokenBuckets;

  /**
   * @param rate what one client may use
   * @param now milliseconds, from any origin
   */
  constructor(rate: Rate, now: () => number = () => performance.now()) {
    this.buckets = new TokenBuckets(rate, { now });
  }

  /** Charges a client for what it has used, even above its budget. */
  charge(client: string, cost: number): void {
    for (const bucket of this.bucketsOf(client)) bucket.spend(cost);
  }

  /** How much of its budget a client has used: 0 when it has used nothing recently, 1 or more when nothing is left. */
  used(client: string): number {
    return Math.max(...this.bucketsOf(client).map((bucket) => bucket.used()));
  }

  /** Seconds, rounded up, until a client is within its budget; 0 if it is. */
  wait(client: string): number {
    return Math.max(...this.bucketsOf(client).map((bucket) => bucket.secondsToWait()));
  }

  /**
   * Charges a client if it is within its budget.
   * @returns 0, or the seconds until it is
   */
  take(client: string, cost = 1): number {
    const seconds = this.wait(client);
    if (seconds === 0) this.charge(client, cost);
    return seconds;
  }

  /** Returns the account of a client. It may be used for as long as the client is connected. */
  account(client: string): Account {
    const buckets = this.bucketsOf(client);
    return {
      spend: (cost) => {
        for (const bucket of buckets) bucket.spend(cost);
      },
      debt: () => Math.max(...buckets.map((bucket) => bucket.debt())),
    };
  }

  private bucketsOf(client: string): TokenBucket[] {
    return blocksOf(client).map(({ key, share }) => this.buckets.of(key, share));
  }
}
