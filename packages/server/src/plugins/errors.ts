import type { FastifyError, FastifyInstance } from 'fastify';
import fp from 'fastify-plugin';
import { RequestLog } from '../logging.ts';

/** Headers of a file, which could not be sent. */
const fileHeaders = [
  'accept-ranges',
  'content-encoding',
  'content-range',
  'content-type',
  'etag',
  'last-modified',
] as const;

/**
 * Keeps errors out of caches, and their causes, such as the path of a file, out of responses. Search and the
 * proxy have handlers for their error formats.
 */
export default fp(
  (app: FastifyInstance, _options: object, done: () => void) => {
    const log = new RequestLog();
    app.setErrorHandler((error: FastifyError, request, reply) => {
      for (const name of fileHeaders) void reply.removeHeader(name);
      void reply.header('cache-control', 'no-store');
      const { statusCode = 500 } = error;
      if (statusCode < 500) return reply.send(error);
      log.defaultErrorLog(error, request, reply.code(statusCode));
      const message = 'The server could not process the request. Try again later.';
      return reply.send({ error: 'internal_error', message });
    });
    // The `_headers` file sets the header by path, before the status is known.
    app.addHook('onSend', (_request, reply, _payload, next) => {
      const isStored = String(reply.getHeader('cache-control')).includes('max-age');
      if (reply.statusCode >= 400 && isStored) void reply.header('cache-control', 'no-store');
      next();
    });
    done();
  },
  { name: 'errors' },
);
