import type { FastifyInstance } from 'fastify';
import fp from 'fastify-plugin';
import { headersFor, type HeaderRule } from '../headers-file.ts';

export interface Options {
  readonly rules: readonly HeaderRule[];
}

const oneYear = 31_536_000;

/** Puts the headers of the site's `_headers` file on every answer, and HSTS (RFC 6797) on those that go over TLS. */
export default fp<Options>(
  (app: FastifyInstance, { rules }: Options, done: () => void) => {
    app.addHook('onRequest', (request, reply, next) => {
      const path = request.url.split('?', 1)[0] ?? '/';
      headersFor(rules, path).forEach((value, name) => void reply.header(name, value));
      if (request.protocol === 'https') {
        void reply.header('strict-transport-security', `max-age=${oneYear}; includeSubDomains`);
      }
      next();
    });
    done();
  },
  { name: 'security-headers' },
);
