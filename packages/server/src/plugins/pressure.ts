import { totalmem } from 'node:os';
import { getHeapStatistics } from 'node:v8';
import underPressure from '@fastify/under-pressure';
import type { FastifyInstance } from 'fastify';
import fp from 'fastify-plugin';
import { Counter } from 'prom-client';
import { limits } from '../limits.ts';

declare module 'fastify' {
  interface FastifyContextConfig {
    /** Answered under any load: what tells an operator how the server is. */
    isVital?: boolean;
  }
}

/** Load above which requests get 503. */
export interface PressureLimits {
  /** Mean delay of the event loop, in milliseconds. */
  readonly eventLoopDelay: number;
  /** JavaScript heap in use, in bytes. */
  readonly heapUsed: number;
  /** Memory of the process, in bytes. */
  readonly rssBytes: number;
  /** How many times these bounds the load has to be before pages are refused too: they need the least. */
  readonly pages: number;
  /** Time over which the load is measured, in milliseconds. */
  readonly sampleInterval: number;
}

function defaultLimits(): PressureLimits {
  const { memoryShare, ...rest } = limits.pressure;
  // Without a limit of its control group, Node names a number beyond any memory.
  const memory = Math.min(totalmem(), process.constrainedMemory() || Infinity);
  return {
    ...rest,
    heapUsed: getHeapStatistics().heap_size_limit * memoryShare,
    rssBytes: memory * memoryShare,
  };
}

const measures = ['eventLoopDelay', 'heapUsed', 'rssBytes'] as const;

/** Refuses requests before any work while the process is overloaded: health and metrics never, pages last. */
export default fp<{ limits?: Partial<PressureLimits> }>(
  async (app: FastifyInstance, options) => {
    const { pages, sampleInterval, ...bounds } = { ...defaultLimits(), ...options.limits };
    const refusals = new Counter({
      name: 'http_requests_refused_total',
      help: 'Requests that got 503 because of the load of the process, by what was too high',
      labelNames: ['reason'],
      registers: [app.metrics],
    });
    await app.register(underPressure, { sampleInterval });
    app.addHook('onRequest', (request, reply, next) => {
      const load = app.memoryUsage();
      // Pages are what no route matches.
      const factor = request.is404 ? pages : 1;
      const reason = measures.find((measure) => load[measure] > bounds[measure] * factor);
      if (reason === undefined || request.routeOptions.config.isVital) {
        next();
        return;
      }
      refusals.inc({ reason });
      const message = `The server is overloaded. Try again in ${limits.retryAfter} seconds.`;
      void reply
        .code(503)
        .header('retry-after', limits.retryAfter)
        .header('cache-control', 'no-store')
        // Search and the sandbox take requests from pages of any origin, and their own hooks have not run yet.
        .header('access-control-allow-origin', '*')
        .header('access-control-expose-headers', 'retry-after')
        .send({ error: 'overloaded', message, status: 503 });
    });
  },
  { name: 'pressure', dependencies: ['metrics'] },
);
