import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import fp from 'fastify-plugin';
import { headersFor, type HeaderRule } from '../headers-file.ts';

export interface Options {
  readonly rules: readonly HeaderRule[];
}

const oneYear = 31_536_000;

/** Sets the headers of the matching rules, and HSTS (RFC 6797) on an answer that goes over TLS. */
export function applyPolicies(
  rules: readonly HeaderRule[],
  request: FastifyRequest,
  reply: FastifyReply,
): void {
  const path = request.url.split('?', 1)[0] ?? '/';
  headersFor(rules, path).forEach((value, name) => void reply.header(name, value));
  if (request.protocol === 'https') {
    void reply.header('strict-transport-security', `max-age=${oneYear}; includeSubDomains`);
  }
}

/** Puts the headers of the site's `_headers` file on every answer that takes part in routing. */
export default fp<Options>(
  (app: FastifyInstance, { rules }: Options, done: () => void) => {
    app.addHook('onRequest', (request, reply, next) => {
      applyPolicies(rules, request, reply);
      next();
    });
    done();
  },
  { name: 'security-headers' },
);
