import type { FastifyInstance, FastifyRequest } from 'fastify';
import fp from 'fastify-plugin';
import { collectDefaultMetrics, Counter, Histogram, Registry } from 'prom-client';
import { includesAddress, parseRange, type AddressRange } from '../address-ranges.ts';

declare module 'fastify' {
  interface FastifyInstance {
    /** Registry behind `/metrics`; plugins add their own metrics to it. */
    metrics: Registry;
  }
}

export interface Options {
  /** Addresses that may read the metrics, beside loopback. */
  readonly allowed: readonly AddressRange[];
}

const loopback = ['127.0.0.0/8', '::1'].map(parseRange);

/**
 * Whether a request comes from allowed addresses alone. Behind a trusted proxy these are all that `X-Forwarded-For` names: a
 * client may write the first of them.
 */
function isAllowed({ ip, ips = [] }: FastifyRequest, ranges: readonly AddressRange[]): boolean {
  const [, ...forwarded] = ips;
  const addresses = forwarded.length === 0 ? [ip] : forwarded;
  return addresses.every((address) => includesAddress(ranges, address));
}

/** Adds `/metrics`, with counts and durations of requests by method and status. No path or address is a label. */
export default fp<Options>(
  (app: FastifyInstance, { allowed }, done: () => void) => {
    const ranges = [...loopback, ...allowed];
    const registry = new Registry();
    collectDefaultMetrics({ register: registry });
    const requests = new Counter({
      name: 'http_requests_total',
      help: 'Requests answered',
      labelNames: ['method', 'status'],
      registers: [registry],
    });
    const duration = new Histogram({
      name: 'http_request_duration_seconds',
      help: 'Time from request to answer, in seconds',
      buckets: [0.001, 0.005, 0.02, 0.1, 0.5, 2, 10],
      registers: [registry],
    });

    app.decorate('metrics', registry);
    app.addHook('onResponse', (request, reply, next) => {
      requests.inc({ method: request.method, status: reply.statusCode });
      duration.observe(reply.elapsedTime / 1000);
      next();
    });
    app.get('/metrics', { config: { isVital: true } }, async (request, reply) => {
      void reply.header('cache-control', 'no-store');
      if (!isAllowed(request, ranges)) {
        const message =
          'Metrics are for this machine and the addresses in METRICS_ALLOWED_ADDRESSES';
        return reply.code(403).send({ error: 'forbidden', message });
      }
      return reply.type(registry.contentType).send(await registry.metrics());
    });
    done();
  },
  { name: 'metrics' },
);
