import type { Announcement } from './announcements.ts';
import type { Clock } from './context.ts';
import type { Rate } from './limits.ts';
import { TokenBuckets } from './token-bucket.ts';

/** A message from one server to the others on the same store. */
export type SharedMessage =
  /** What a request causes for clients that may be connected to one of them. */
  | Announcement
  /** A device has connected; its connections with lower numbers are closed. */
  | {
      readonly kind: 'connected';
      readonly projectId: string;
      readonly nodeId: string;
      readonly number: number;
    };

/** A rate counted separately for each key. */
export interface RateLimit {
  /** Counts one more if it is within the rate. @returns whether it is */
  take(key: string): Promise<boolean>;
  /** Returns whether one more would be within the rate. */
  hasCapacity(key: string): Promise<boolean>;
}

/** State that servers on one store share besides the store. */
export interface SharedState {
  /** Sends a message to the other servers. One that cannot be sent is lost: devices request what they missed. */
  tell(message: SharedMessage): void;
  /** Adds a listener to messages of other servers; the returned function removes it. */
  listen(listener: (message: SharedMessage) => void): () => void;
  /** A number higher than all before it, on any server; 0 when Redis cannot provide one. */
  nextNumber(): Promise<number>;
  /** @param name of the rate, the same on all servers */
  rateLimit(name: string, rate: Rate): RateLimit;
  close(): Promise<void>;
}

/**
 * A rate of one server. `rate-limiter-flexible` has limits in memory as well, but uses the clock of the process, which
 * tests cannot set.
 */
export function localRateLimit(rate: Rate, clock: Clock): RateLimit {
  const buckets = new TokenBuckets(rate, clock);
  return {
    take: (key) => Promise.resolve(buckets.of(key).take()),
    hasCapacity: (key) => Promise.resolve(buckets.of(key).hasToken()),
  };
}

/** The state of a single server. */
export function localSharedState(clock: Clock): SharedState {
  let number = 0;
  return {
    tell: () => undefined,
    listen: () => () => undefined,
    nextNumber: () => Promise.resolve((number += 1)),
    rateLimit: (_name, rate) => localRateLimit(rate, clock),
    close: () => Promise.resolve(),
  };
}
