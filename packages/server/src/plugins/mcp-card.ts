import { createHash } from 'node:crypto';
import { cardType, serverCard } from '@anedya-docs/mcp/identity';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { clientKey, linkedOrigin } from '../addresses.ts';
import { limits } from '../limits.ts';
import { createRateLimiter } from '../throttling.ts';

export interface McpCardOptions {
  readonly basePath: string;
  /** Path of the MCP endpoint: `/mcp`. */
  readonly endpoint: string;
  /** Origin of the published site. */
  readonly siteUrl: string;
}

/** Public and without secrets, so any page may read it (Server Card extension, CORS Requirements and Caching). */
const headers = {
  'access-control-allow-origin': '*',
  'access-control-allow-methods': 'GET',
  'access-control-allow-headers': 'Content-Type, If-None-Match',
  'access-control-expose-headers': 'ETag',
  'cross-origin-resource-policy': 'cross-origin',
  'cache-control': 'public, max-age=3600',
};

/** Serves the card of the MCP server at the path that its specification reserves: `/mcp/server-card`. */
export default function mcpCard(
  app: FastifyInstance,
  { basePath, endpoint, siteUrl }: McpCardOptions,
  done: () => void,
): void {
  const limitRate = createRateLimiter(limits.mcp.rate);
  const path = `${endpoint}/server-card`;
  app.options(path, (_request, reply) => reply.code(204).headers(headers).send());
  app.get(path, async (request: FastifyRequest, reply: FastifyReply) => {
    const wait = await limitRate(clientKey(request.ip));
    if (wait > 0) {
      const message = `Too many requests. Try again in ${wait} seconds.`;
      return reply
        .code(429)
        .header('retry-after', wait)
        .send({ error: 'too_many_requests', message });
    }
    const origin = linkedOrigin(request, siteUrl);
    const card = JSON.stringify(serverCard(origin + endpoint, origin + basePath));
    const etag = `"${createHash('sha256').update(card).digest('base64url').slice(0, 22)}"`;
    void reply.headers({ ...headers, etag, vary: 'Host' });
    if (request.headers['if-none-match'] === etag) return reply.code(304).send();
    return reply.type(cardType).send(card);
  });
  done();
}
