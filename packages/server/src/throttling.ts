import { RateLimiterMemory, RateLimiterRes } from 'rate-limiter-flexible';
import { limits } from './limits.ts';

/** How many requests may be in flight: in total, and per client. */
export interface ConcurrencyLimits {
  readonly all: number;
  readonly client: number;
}

/** Counts requests in flight, so that slow ones cannot pile up. */
export class ConcurrencyLimiter {
  private total = 0;
  private readonly byClient = new Map<string, number>();

  constructor(private readonly limits: ConcurrencyLimits) {}

  get inFlight(): number {
    return this.total;
  }

  /** @returns which limit is reached, or a function that releases the slot; calling it again has no effect */
  acquire(client: string): 'all' | 'client' | (() => void) {
    const current = this.byClient.get(client) ?? 0;
    if (current >= this.limits.client) return 'client';
    if (this.total >= this.limits.all) return 'all';
    this.byClient.set(client, current + 1);
    this.total += 1;
    let held = true;
    return () => {
      if (held) this.release(client);
      held = false;
    };
  }

  private release(client: string): void {
    const left = (this.byClient.get(client) ?? 0) - 1;
    if (left > 0) this.byClient.set(client, left);
    else this.byClient.delete(client);
    this.total -= 1;
  }
}

/**
 * Counts a request against the limit of a client.
 * @param client its key
 * @param cost how many requests to count
 * @returns 0 when the request may proceed, otherwise the seconds until the window ends
 */
export type RateLimiter = (client: string, cost?: number) => Promise<number>;

/**
 * Creates a rate limiter with a fixed window. It stores a limited number of clients and forgets the least recently seen one,
 * so that requests from many addresses cannot exhaust memory.
 * @param max requests in a window
 * @param window in milliseconds
 */
export function createRateLimiter({
  max,
  window,
}: {
  readonly max: number;
  readonly window: number;
}): RateLimiter {
  const limiter = new RateLimiterMemory({ points: max, duration: window / 1000 });
  const clients = new Set<string>();
  return async (client, cost = 1) => {
    clients.delete(client);
    clients.add(client);
    const [oldest] = clients;
    if (clients.size > limits.rateLimitedClients && oldest !== undefined) {
      clients.delete(oldest);
      await limiter.delete(oldest);
    }
    try {
      await limiter.consume(client, cost);
      return 0;
    } catch (result) {
      if (!(result instanceof RateLimiterRes)) throw result;
      return Math.max(1, Math.ceil(result.msBeforeNext / 1000));
    }
  };
}
