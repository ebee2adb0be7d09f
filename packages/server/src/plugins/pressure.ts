import { totalmem } from 'node:os';
import { getHeapStatistics } from 'node:v8';
import underPressure from '@fastify/under-pressure';
import type { FastifyInstance } from 'fastify';
import fp from 'fastify-plugin';
import { Counter } from 'prom-client';
import { limits } from '../limits.ts';

/** Load above which requests get 503. */
export interface PressureLimits {
  /** Mean event loop delay, in milliseconds. */
  readonly eventLoopDelay: number;
  /** JavaScript heap in use, in bytes. */
  readonly heapUsed: number;
  /** Memory of the process, in bytes. */
  readonly rssBytes: number;
  /** Pages, which are cheap, are rejected only above this multiple of the limits. */
  readonly pageFactor: number;
  /** Interval at which the load is sampled, in milliseconds. */
  readonly sampleInterval: number;
}

function defaultLimits(): PressureLimits {
  const { memoryShare, ...rest } = limits.pressure;
  // Without a control group limit, Node returns a number larger than any memory.
  const memory = Math.min(totalmem(), process.constrainedMemory() || Infinity);
  return {
    ...rest,
    heapUsed: getHeapStatistics().heap_size_limit * memoryShare,
    rssBytes: memory * memoryShare,
  };
}

const loadFactors = ['eventLoopDelay', 'heapUsed', 'rssBytes'] as const;

/** Rejects requests before any work while the process is overloaded: health and metrics never, pages last. */
export default fp<{ limits?: Partial<PressureLimits> }>(
  async (app: FastifyInstance, options) => {
    const { pageFactor, sampleInterval, ...maxLoad } = { ...defaultLimits(), ...options.limits };
    const rejections = new Counter({
      name: 'http_requests_rejected_total',
      help: 'Requests that got 503 because of the load of the process, by reason',
      labelNames: ['reason'],
      registers: [app.metrics],
    });
    await app.register(underPressure, { sampleInterval });
    app.addHook('onRequest', (request, reply, next) => {
      const load = app.memoryUsage();
      // Pages match no route.
      const factor = request.is404 ? pageFactor : 1;
      const reason = loadFactors.find((name) => load[name] > maxLoad[name] * factor);
      if (reason === undefined || request.routeOptions.config.isMonitoring) {
        next();
        return;
      }
      rejections.inc({ reason });
      const message = `The server is overloaded. Try again in ${limits.retryAfter} seconds.`;
      void reply
        .code(503)
        .header('retry-after', limits.retryAfter)
        .header('cache-control', 'no-store')
        // Search and the sandbox accept requests from pages of any origin, and their own hooks have not run yet.
        .header('access-control-allow-origin', '*')
        .header('access-control-expose-headers', 'retry-after')
        .send({ error: 'overloaded', message, status: 503 });
    });
  },
  { name: 'pressure', dependencies: ['monitoring'] },
);
