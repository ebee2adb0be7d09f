import type { FastifyInstance } from 'fastify';
import fp from 'fastify-plugin';
import { collectDefaultMetrics, Counter, Histogram, Registry } from 'prom-client';

declare module 'fastify' {
  interface FastifyInstance {
    /** Registry behind `/metrics`; plugins add their own metrics to it. */
    metrics: Registry;
  }
}

/** Adds `/metrics`, with counts and durations of requests by method and status. No path or address is a label. */
export default fp(
  (app: FastifyInstance, _options: object, done: () => void) => {
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
    app.get('/metrics', async (_request, reply) => {
      void reply.header('cache-control', 'no-store').type(registry.contentType);
      return registry.metrics();
    });
    done();
  },
  { name: 'metrics' },
);
