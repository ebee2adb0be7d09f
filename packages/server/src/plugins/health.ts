import type { FastifyInstance } from 'fastify';

/** Adds `/healthz`: 200 while the server takes requests. */
export default function health(app: FastifyInstance, _options: object, done: () => void): void {
  app.get('/healthz', { config: { isVital: true } }, (_request, reply) =>
    reply.header('cache-control', 'no-store').send('ok\n'),
  );
  done();
}
