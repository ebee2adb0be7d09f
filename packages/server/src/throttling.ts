import type { FastifyInstance, FastifyRequest } from 'fastify';

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
 * Counts a request, or several at once, against a limit.
 * @param cost how many requests to count
 * @returns 0 when the request may proceed, otherwise the seconds until the window ends
 */
export type RateLimiter = (request: FastifyRequest, cost?: number) => Promise<number>;

/**
 * Creates a rate limiter with a fixed window. Its store is an LRU cache, so the number of clients cannot exhaust memory.
 * @param app with `@fastify/rate-limit`
 * @param max requests in a window
 * @param window in milliseconds
 * @param keyOf identifies the client of a request
 */
export function createRateLimiter(
  app: FastifyInstance,
  { max, window }: { readonly max: number; readonly window: number },
  keyOf: (request: FastifyRequest) => string,
): RateLimiter {
  const count = app.createRateLimit({ max, timeWindow: window, keyGenerator: keyOf });
  return async (request, cost = 1) => {
    let wait = 0;
    for (let counted = 0; counted < cost; counted += 1) {
      const state = await count(request);
      if (!state.isAllowed && state.isExceeded) wait = Math.max(1, state.ttlInSeconds);
    }
    return wait;
  };
}
