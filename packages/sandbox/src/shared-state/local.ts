import type { Clock } from '../core/clock.ts';
import { TokenBuckets, type Rate } from '../mqtt/token-bucket.ts';
import type { RateLimit, SharedState } from './shared-state.ts';

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
