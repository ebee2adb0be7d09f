import type { AddressedPush, Clock } from '../core/context.ts';
import { type Rate, TokenBuckets } from '../mqtt/token-bucket.ts';

/** What a server tells the others that serve the same store. */
export type SharedMessage =
  /** A message for a device, which is connected to one of them or to none. */
  | { readonly kind: 'push'; readonly projectId: string; readonly push: AddressedPush }
  /** The credentials of a node have ended, but for those of its device from now on, or those of a whole project. */
  | {
      readonly kind: 'end';
      readonly projectId: string;
      readonly nodeId?: string;
      readonly exceptDeviceId?: string;
    }
  /** A device has connected; its connections with lower numbers give way. */
  | {
      readonly kind: 'connected';
      readonly projectId: string;
      readonly nodeId: string;
      readonly number: number;
    };

/** A rate that is counted for each key by itself. */
export interface RateLimit {
  /** Whether one more is within the rate; it counts when it is. */
  take(key: string): Promise<boolean>;
  /** Whether one more would be within the rate. */
  hasCapacity(key: string): Promise<boolean>;
}

/** What servers on one store have in common besides the store. */
export interface SharedState {
  /** Tells the other servers, not this one. What cannot be told is lost: devices ask for what they miss. */
  tell(message: SharedMessage): void;
  /** Adds a listener to what other servers tell; the returned function takes it away. */
  listen(listener: (message: SharedMessage) => void): () => void;
  /** A number that is higher than all before it, on any server; 0 when that cannot be known. */
  nextNumber(): Promise<number>;
  /** @param name of the rate, the same on all servers */
  rateLimit(name: string, rate: Rate): RateLimit;
  close(): Promise<void>;
}

/**
 * A rate of one server. `rate-limiter-flexible` has limits in memory as well, but counts by the clock of the process, which
 * tests cannot move.
 */
export function localRateLimit(rate: Rate, clock: Clock): RateLimit {
  const buckets = new TokenBuckets(rate, clock);
  return {
    take: (key) => Promise.resolve(buckets.of(key).take()),
    hasCapacity: (key) => Promise.resolve(buckets.of(key).hasToken()),
  };
}

/** The state of a server that is alone. */
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
