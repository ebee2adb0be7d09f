import rateLimit from '@fastify/rate-limit';
import type { FastifyInstance, FastifyRequest } from 'fastify';
import { refusals, refuse } from './refusal.ts';

/** Requests of one client in a window of so many milliseconds. */
export interface SandboxRate {
  readonly window: number;
  readonly client: number;
}

/** Refuses requests of a client that asks too often, before anything of them is read. */
export async function boundRate(
  app: FastifyInstance,
  { window, client }: SandboxRate,
  clientKey: (request: FastifyRequest) => string,
): Promise<void> {
  await app.register(rateLimit, { global: false });
  const take = app.createRateLimit({ max: client, timeWindow: window, keyGenerator: clientKey });
  app.addHook('onRequest', async (request, reply) => {
    // A preflight (https://fetch.spec.whatwg.org/#cors-preflight-request) belongs to the call that follows it.
    if (request.method === 'OPTIONS') return;
    const state = await take(request);
    if (state.isAllowed || !state.isExceeded) return;
    await refuse(reply, refusals.tooManyRequests(client, window, Math.max(1, state.ttlInSeconds)));
  });
}
