import { originOf } from '@anedya-docs/sandbox/origin';
import type { FastifyInstance, FastifyRequest } from 'fastify';
import fp from 'fastify-plugin';
import { collectDefaultMetrics, Counter, Histogram, Registry } from 'prom-client';
import {
  foreignHostMessage,
  includesAddress,
  parseRange,
  type AddressRange,
} from '../addresses.ts';
import { valuesOf } from '../sandbox/forwarded-headers.ts';

declare module 'fastify' {
  interface FastifyInstance {
    /** Registry of `/metrics`, to which plugins add their own metrics. */
    metrics: Registry;
  }
  interface FastifyContextConfig {
    /** Responds under any load: operators use it to monitor the server. */
    isMonitoring?: boolean;
  }
}

interface Options {
  /** Addresses that may read the metrics, besides loopback. */
  readonly allowed: readonly AddressRange[];
  /** Whether the server is behind a reverse proxy. */
  readonly trustProxy: boolean;
}

const loopback = ['127.0.0.0/8', '::1'].map(parseRange);

/**
 * Whether a request comes only from allowed addresses. Behind a trusted proxy, these are all addresses in `X-Forwarded-For`,
 * because the last one may be that of another proxy.
 */
function isAllowed({ ip, ips, raw }: FastifyRequest, ranges: readonly AddressRange[]): boolean {
  // Only a server behind a proxy has `ips`.
  const forwarded = ips ? valuesOf(raw, 'x-forwarded-for') : [];
  const addresses = forwarded.length === 0 ? [ip] : forwarded;
  return addresses.every((address) => includesAddress(ranges, address));
}

/**
 * Adds `/healthz`, which is 200 while the server accepts requests, and `/metrics` with counts and durations of requests by
 * method and status. No path or address is a label.
 */
export default fp<Options>(
  (app: FastifyInstance, { allowed, trustProxy }, done: () => void) => {
    const ranges = [...loopback, ...allowed];
    const registry = new Registry();
    collectDefaultMetrics({ register: registry });
    const requests = new Counter({
      name: 'http_requests_total',
      help: 'Requests with a response',
      labelNames: ['method', 'status'],
      registers: [registry],
    });
    const duration = new Histogram({
      name: 'http_request_duration_seconds',
      help: 'Time from request to response, in seconds',
      buckets: [0.001, 0.005, 0.02, 0.1, 0.5, 2, 10],
      registers: [registry],
    });

    app.decorate('metrics', registry);
    app.addHook('onResponse', (request, reply, next) => {
      requests.inc({ method: request.method, status: reply.statusCode });
      duration.observe(reply.elapsedTime / 1000);
      next();
    });
    app.get('/healthz', { config: { isMonitoring: true } }, (_request, reply) =>
      reply.header('cache-control', 'no-store').send('ok\n'),
    );
    app.get('/metrics', { config: { isMonitoring: true } }, async (request, reply) => {
      void reply.header('cache-control', 'no-store');
      if (originOf(request, trustProxy) === 'foreign') {
        const message = foreignHostMessage(request);
        return reply.code(403).send({ error: 'forbidden', message });
      }
      if (!isAllowed(request, ranges)) {
        const message =
          'Only this machine and the addresses in METRICS_ALLOWED_ADDRESSES may read metrics';
        return reply.code(403).send({ error: 'forbidden', message });
      }
      return reply.type(registry.contentType).send(await registry.metrics());
    });
    done();
  },
  { name: 'monitoring' },
);
