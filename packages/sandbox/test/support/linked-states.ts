import type { Clock } from '../../src/core/context.ts';
import {
  localRateLimit,
  type RateLimit,
  type SharedMessage,
  type SharedState,
} from '../../src/core/shared-state.ts';

/** The shared states of servers that are joined in memory, and tell each other at once. */
export function linkedStates(count: number, clock: Clock): SharedState[] {
  const servers = Array.from({ length: count }, () => new Set<(message: SharedMessage) => void>());
  const limits = new Map<string, RateLimit>();
  let number = 0;
  return servers.map((own) => ({
    tell: (message) => {
      for (const other of servers) {
        if (other !== own) for (const listener of other) listener(message);
      }
    },
    listen: (listener) => {
      own.add(listener);
      return () => own.delete(listener);
    },
    nextNumber: () => Promise.resolve((number += 1)),
    rateLimit: (name, rate) => {
      const limit = limits.get(name) ?? localRateLimit(rate, clock);
      limits.set(name, limit);
      return limit;
    },
    close: () => Promise.resolve(),
  }));
}
