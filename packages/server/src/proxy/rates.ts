import type { FastifyInstance, FastifyRequest } from 'fastify';
import { clientKey } from '../client-key.ts';
import { faults } from './faults.ts';
import type { RateLimits } from './options.ts';

/**
 * Counts calls against the bound of their client, then against that of all clients.
 * @param app with `@fastify/rate-limit`
 * @returns a check that throws ProxyFault `too_many_requests` or `busy`, both with the seconds to wait
 */
export function createRateCheck(app: FastifyInstance, { window, all, client }: RateLimits) {
  const limiter = (max: number, keyGenerator: (request: FastifyRequest) => string) => {
    const take = app.createRateLimit({ max, timeWindow: window, keyGenerator });
    return async (request: FastifyRequest): Promise<number> => {
      const state = await take(request);
      return !state.isAllowed && state.isExceeded ? Math.max(1, state.ttlInSeconds) : 0;
    };
  };
  const ofClient = limiter(client, ({ ip }) => clientKey(ip));
  const ofAll = limiter(all, () => 'all');
  return async (request: FastifyRequest): Promise<void> => {
    const own = await ofClient(request);
    if (own > 0) throw faults.tooManyRequests(own);
    const wait = await ofAll(request);
    if (wait > 0) throw faults.busy(wait);
  };
}
