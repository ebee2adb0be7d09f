import type { IncomingMessage } from 'node:http';

/**
 * Makes what reads the address of a client from a request that Fastify does not see, in the way of Fastify's `ip`: where a
 * proxy is trusted, the first address that `X-Forwarded-For` names.
 */
export function clientAddress(trustProxy: boolean): (request: IncomingMessage) => string {
  return ({ headers, socket }) => {
    const forwarded = trustProxy ? [headers['x-forwarded-for'] ?? ''].flat().join() : '';
    const [first = ''] = forwarded.split(',', 1);
    return first.trim() || (socket.remoteAddress ?? '');
  };
}
