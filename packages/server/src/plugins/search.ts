import type { FastifyInstance } from 'fastify';

/**
 * The search provider's query path. This server holds no index yet: it says so with the status that makes the official
 * client look for another host, and then show that none can be reached.
 */
export default function search(app: FastifyInstance, _options: object, done: () => void): void {
  app.addContentTypeParser(
    ['text/plain', 'application/x-www-form-urlencoded'],
    { parseAs: 'string' },
    (_request, body, next) => next(null, body),
  );
  app.post('/1/indexes/*', (_request, reply) =>
    reply
      .code(503)
      .header('cache-control', 'no-store')
      .send({ message: 'Search is not available on this server', status: 503 }),
  );
  done();
}
