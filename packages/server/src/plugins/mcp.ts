import { Readable } from 'node:stream';
import type { ReadableStream } from 'node:stream/web';
import { createHash } from 'node:crypto';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { localUrlHost } from '@anedya-docs/sandbox/paths';
import { cardType, serverCard } from '@anedya-docs/mcp/identity';
import { clientKey, isLoopbackName, linkedOrigin } from '../addresses.ts';
import { limits } from '../limits.ts';
import { stackFrames } from '../logging.ts';
import { ConcurrencyLimiter, createRateLimiter } from '../throttling.ts';

export interface McpOptions {
  /** Absolute path of the built site. */
  readonly siteDir: string;
  /** Path of the endpoint: `/mcp`. */
  readonly path: string;
  /** Path of the sandbox, without a trailing slash. */
  readonly sandboxPath: string;
  /** Host name or address that the broker of the sandbox listens on. */
  readonly sandboxHost: string;
  /** Whether the server is behind a reverse proxy, which passes requests for its own host name to this machine. */
  readonly trustProxy: boolean;
}

const isLoopbackAddress = (address = '') => /^(?:::ffff:)?127\.|^::1$/.test(address);

/**
 * Returns why a request is rejected: a page of another site must not use a server on the reader's machine, directly or by
 * DNS rebinding (Model Context Protocol, Transports, Security Warning).
 */
function rejection(
  { headers: { origin }, socket, protocol, host }: FastifyRequest,
  { trustProxy }: McpOptions,
): string | undefined {
  if (!trustProxy && isLoopbackAddress(socket.localAddress) && !isLoopbackName(host)) {
    return `The Host header "${host.slice(0, 100)}" is not a name of this machine. Use localhost; behind a reverse proxy, set TRUST_PROXY.`;
  }
  if (origin === undefined || origin === `${protocol}://${host}`) return undefined;
  return 'Pages of other origins may not use MCP.';
}

/** The request for the SDK, which reads only its method, headers and body. */
function requestOf(request: FastifyRequest): Request {
  const headers = new Headers();
  for (const [name, value] of Object.entries(request.headers)) {
    if (typeof value === 'string') headers.set(name, value);
  }
  const body = typeof request.body === 'string' ? { body: request.body } : {};
  return new Request('http://localhost/mcp', { method: request.method, headers, ...body });
}

/** Serves the documentation and the sandbox to agents at `/mcp` (Model Context Protocol, Streamable HTTP). */
export default function mcp(app: FastifyInstance, options: McpOptions, done: () => void): void {
  const { siteDir, path: endpoint, sandboxPath, sandboxHost } = options;
  const limitRate = createRateLimiter(limits.mcp.rate);
  const concurrency = new ConcurrencyLimiter(limits.mcp.concurrency);

  async function open() {
    // Loaded with the first request: few servers get one, and it takes longer than the start of the server.
    const { createDocsServer, createMcpHandler, readDocs, SandboxClient, Transcripts } =
      await import('@anedya-docs/mcp');
    const docs = await readDocs(siteDir);
    const transcripts = new Transcripts();
    return (request: FastifyRequest) => {
      const sandbox = new SandboxClient(async (method, below, headers, payload) => {
        // Through the routes of this server, with the limits of the client.
        const {
          statusCode,
          headers: received,
          body,
        } = await app.inject({
          method: method as 'GET' | 'POST' | 'DELETE',
          url: sandboxPath + below,
          headers: {
            host: request.headers.host ?? 'localhost',
            // Behind a reverse proxy, addresses in responses are those that it names.
            'x-forwarded-proto': request.protocol,
            'x-forwarded-host': request.host,
            ...headers,
          },
          remoteAddress: request.ip,
          ...(payload !== undefined && { payload }),
        });
        const warning = received['x-sandbox-warning'];
        return {
          status: statusCode,
          warning: typeof warning === 'string' ? warning : undefined,
          text: body,
        };
      }, localUrlHost(sandboxHost));
      const origin = linkedOrigin(request, docs.origin ?? '');
      return createMcpHandler(() => createDocsServer({ docs, sandbox, transcripts, origin }), {
        onerror: (error) => {
          request.log.warn({ error: error.name, stack: stackFrames(error) }, 'MCP request failed');
        },
      });
    };
  }
  let opened: Promise<Awaited<ReturnType<typeof open>> | undefined> | undefined;
  let hasWarned = false;
  const openOrWarn = () =>
    open().catch((error: unknown) => {
      if (!hasWarned) app.log.warn(`MCP is not available: ${(error as Error).message}`);
      hasWarned = true;
      // A failed start is tried again with the next request.
      opened = undefined;
      return undefined;
    });

  app.addHook('onRequest', async (request, reply) => {
    void reply.header('cache-control', 'no-store');
    const reason = rejection(request, options);
    if (reason !== undefined) return reply.code(403).send({ error: 'forbidden', message: reason });
    const wait = await limitRate(clientKey(request.ip));
    if (wait === 0) return undefined;
    const message = `Too many requests. Try again in ${wait} seconds.`;
    return reply
      .code(429)
      .header('retry-after', wait)
      .send({ error: 'too_many_requests', message });
  });
  app.removeAllContentTypeParsers();
  app.addContentTypeParser('*', { parseAs: 'string' }, (_request, body, next) => next(null, body));
  const handle = async (request: FastifyRequest, reply: FastifyReply) => {
    const release = concurrency.acquire(clientKey(request.ip));
    if (typeof release !== 'function') {
      const message = 'Too many requests in flight. Wait for a response, and try again.';
      return reply
        .code(release === 'client' ? 429 : 503)
        .header('retry-after', limits.retryAfter)
        .send({ error: 'too_many_requests', message });
    }
    reply.raw.once('close', release);
    const handlerOf = await (opened ??= openOrWarn());
    if (!handlerOf) {
      const message = 'MCP is not available on this server.';
      return reply.code(503).send({ error: 'unavailable', message });
    }
    const response = await handlerOf(request).fetch(requestOf(request));
    void reply.code(response.status);
    for (const [name, value] of response.headers) void reply.header(name, value);
    return reply.send(response.body && Readable.fromWeb(response.body as ReadableStream));
  };
  // The SDK responds to all but POST with 405.
  const method = ['GET', 'POST', 'PUT', 'PATCH', 'DELETE', 'OPTIONS'];
  app.route({ method, url: endpoint, bodyLimit: limits.mcp.bodyBytes, handler: handle });
  done();
}

interface McpCardOptions {
  readonly basePath: string;
  /** Path of the MCP endpoint: `/mcp`. */
  readonly endpoint: string;
  /** Origin of the published site. */
  readonly siteUrl: string;
}

/** Public and without secrets, so any page may read it (Server Card extension, CORS Requirements and Caching). */
const cardHeaders = {
  'access-control-allow-origin': '*',
  'access-control-allow-methods': 'GET',
  'access-control-allow-headers': 'Content-Type, If-None-Match',
  'access-control-expose-headers': 'ETag',
  'cross-origin-resource-policy': 'cross-origin',
  'cache-control': 'public, max-age=3600',
};

/** Serves the card of the MCP server at the path that its specification reserves: `/mcp/server-card`. */
export function mcpCard(
  app: FastifyInstance,
  { basePath, endpoint, siteUrl }: McpCardOptions,
  done: () => void,
): void {
  const limitRate = createRateLimiter(limits.mcp.rate);
  const path = `${endpoint}/server-card`;
  app.options(path, (_request, reply) => reply.code(204).headers(cardHeaders).send());
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
    void reply.headers({ ...cardHeaders, etag, vary: 'Host' });
    if (request.headers['if-none-match'] === etag) return reply.code(304).send();
    return reply.type(cardType).send(card);
  });
  done();
}
