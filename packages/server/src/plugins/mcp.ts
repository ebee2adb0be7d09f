import { Readable } from 'node:stream';
import type { ReadableStream } from 'node:stream/web';
import { createHash } from 'node:crypto';
import type { FastifyError, FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { clientKey, Slots, WorkRejected } from '@anedya-docs/sandbox/fairness';
import { originOf } from '@anedya-docs/sandbox/origin';
import { localUrlHost } from '@anedya-docs/sandbox/paths';
import type { SendRequest } from '@anedya-docs/mcp';
import { cardType, serverCard } from '@anedya-docs/mcp/identity';
import { foreignHostMessage, linkedOrigin } from '../addresses.ts';
import { explainBodyError, readBodiesAsText, rejectOtherMethods } from '../client-error.ts';
import { BudgetExceeded, clientSignal, requestBudget } from '../fair-work.ts';
import { limits } from '../limits.ts';
import { loadOrWarn } from '../retryable.ts';
import { acceptedTypes, bothTypes, type Accepted } from './mcp-accept.ts';
import { isKnown } from './site.ts';

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

/**
 * Returns why a request is rejected: a page of another site must not use a server on the reader's machine, directly or by
 * DNS rebinding (Model Context Protocol, Transports, Security Warning).
 */
function rejection(request: FastifyRequest, { trustProxy }: McpOptions): string | undefined {
  const { headers, protocol, host } = request;
  if (originOf(request, trustProxy) === 'foreign') return foreignHostMessage(request);
  const { origin } = headers;
  if (origin === undefined || origin === `${protocol}://${host}`) return undefined;
  return 'Pages of other origins may not use MCP.';
}

/** The request for the SDK, which reads only its method, headers, body and signal. */
function requestOf(request: FastifyRequest, signal: AbortSignal): Request {
  const headers = new Headers();
  for (const [name, value] of Object.entries(request.headers)) {
    if (typeof value === 'string') headers.set(name, value);
  }
  headers.set('accept', bothTypes);
  const body = typeof request.body === 'string' ? { body: request.body } : {};
  return new Request('http://localhost/mcp', { method: request.method, headers, signal, ...body });
}

/** Parses a body; undefined if it is not JSON, which the SDK reports. */
function parseJson(text: unknown): unknown {
  try {
    return typeof text === 'string' ? (JSON.parse(text) as unknown) : undefined;
  } catch {
    return undefined;
  }
}

/** Code of JSON-RPC 2.0, 5.1. */
const invalidRequest = -32600;

function sendTooMany(reply: FastifyReply, seconds: number, status: 429 | 503 = 429): FastifyReply {
  const message = `Too many requests. Try again in ${seconds} seconds.`;
  return reply
    .code(status)
    .header('retry-after', seconds)
    .send({ error: 'too_many_requests', message });
}

/** Returns a function that sends requests to the sandbox through the routes of this server, with the limits of the client. */
function sandboxSender(
  app: FastifyInstance,
  sandboxPath: string,
  request: FastifyRequest,
  signal: AbortSignal,
): SendRequest {
  return async (method, below, headers, payload) => {
    const response = await app.inject({
      method: method as 'GET' | 'POST' | 'PUT' | 'DELETE',
      url: sandboxPath + below,
      headers: {
        host: request.headers.host ?? 'localhost',
        // Behind a reverse proxy, addresses in responses are those that it names.
        'x-forwarded-proto': request.protocol,
        'x-forwarded-host': request.host,
        ...headers,
      },
      remoteAddress: request.ip,
      signal,
      ...(payload !== undefined && {
        payload: typeof payload === 'string' ? payload : Buffer.from(payload),
      }),
    });
    const [warning, etag, range] = ['x-sandbox-warning', 'etag', 'content-range'].map((header) =>
      response.headers[header]?.toString(),
    );
    const file = { bytes: response.rawPayload, etag, range };
    return { status: response.statusCode, warning, text: response.body, file };
  };
}

/** Serves the documentation and the sandbox to agents at `/mcp` (Model Context Protocol, Streamable HTTP). */
export default function mcp(app: FastifyInstance, options: McpOptions, done: () => void): void {
  const { siteDir, path: endpoint, sandboxPath, sandboxHost, trustProxy } = options;
  const messages = requestBudget(limits.mcp.rate);
  const concurrency = new Slots(limits.mcp.concurrency);

  async function open() {
    // Takes longer than the start of the server, so pages are sent before.
    const { createDocsServer, readDocs, respond, SandboxClient, Transcripts } =
      await import('@anedya-docs/mcp');
    const docs = await readDocs(siteDir, await app.searchEngine());
    const transcripts = new Transcripts();
    return async (
      request: FastifyRequest,
      accepted: Accepted,
      parsedBody: unknown,
      signal: AbortSignal,
    ) => {
      const client = clientKey(request.ip);
      const work = <T>(job: () => T) => app.work.run(client, job, signal);
      const send = sandboxSender(app, sandboxPath, request, signal);
      const sandbox = new SandboxClient(send, localUrlHost(sandboxHost), undefined, signal);
      const origin = linkedOrigin(request, docs.origin ?? '', trustProxy);
      const { resourceCharacters } = limits.mcp;
      const deps = { docs, sandbox, transcripts, origin, work, resourceCharacters };
      let err: Error | undefined;
      const response = await respond(() => createDocsServer(deps), requestOf(request, signal), {
        parsedBody,
        accepted,
        onerror: (error) => {
          err = error;
        },
      });
      // Other errors are those of the client, and can repeat what it sent.
      if (response.status >= 500) request.log.error({ err }, 'MCP request failed');
      return response;
    };
  }
  const loaded = loadOrWarn(open, (message) => {
    app.log.warn(`MCP is not available: ${message}`);
  });
  app.addHook('onListen', (next) => {
    setTimeout(() => void loaded(), limits.mcp.loadDelay).unref();
    next();
  });

  app.addHook('onRequest', async (request, reply) => {
    void reply.header('cache-control', 'no-store');
    const reason = rejection(request, options);
    if (reason !== undefined) return reply.code(403).send({ error: 'forbidden', message: reason });
    const client = clientKey(request.ip);
    const wait = app.work.wait(client) || messages.take(client);
    return wait === 0 ? undefined : sendTooMany(reply, wait);
  });
  app.setErrorHandler((error: FastifyError | BudgetExceeded | WorkRejected, _request, reply) => {
    if (error instanceof BudgetExceeded) return sendTooMany(reply, error.seconds);
    if (error instanceof WorkRejected) return sendTooMany(reply, limits.retryAfter, 503);
    const { statusCode = 500 } = error;
    if (statusCode >= 500) throw error;
    const message = explainBodyError(error) ?? error.message;
    return reply
      .code(statusCode)
      .send({ jsonrpc: '2.0', error: { code: invalidRequest, message }, id: null });
  });
  readBodiesAsText(app);
  const handle = async (request: FastifyRequest, reply: FastifyReply) => {
    const accepted = acceptedTypes(request.headers.accept);
    if (request.method === 'POST' && !accepted.json && !accepted.stream) {
      const message = `Responses are ${bothTypes.replace(',', ' or')}. Name one of them in "Accept", or omit the header.`;
      const error = { code: invalidRequest, message };
      return reply.code(406).send({ jsonrpc: '2.0', error, id: null });
    }
    const client = clientKey(request.ip);
    const leaving = clientSignal(reply.raw);
    const { signal } = leaving;
    const release = concurrency.acquire(client, () => reply.raw.destroy());
    if (typeof release !== 'function') {
      const message = 'Too many requests in flight. Wait for a response, and try again.';
      return reply
        .code(release === 'client' ? 429 : 503)
        .header('retry-after', limits.retryAfter)
        .send({ error: 'too_many_requests', message });
    }
    reply.raw.once('close', release);
    const handlerOf = await loaded();
    if (!handlerOf) {
      const message = 'MCP is not available on this server.';
      return reply.code(503).send({ error: 'unavailable', message });
    }
    const parsedBody = await app.work.run(client, () => parseJson(request.body), signal);
    if (Array.isArray(parsedBody)) {
      if (parsedBody.length > limits.mcp.batch) {
        const message = `A batch has at most ${limits.mcp.batch} messages.`;
        const error = { code: invalidRequest, message };
        return reply.code(400).send({ jsonrpc: '2.0', error, id: null });
      }
      messages.charge(client, parsedBody.length - 1);
    }
    const start = () => handlerOf(request, accepted, parsedBody, signal);
    const response = await (await app.work.run(client, () => [start()] as const, signal))[0];
    void reply.code(response.status);
    for (const [name, value] of response.headers) void reply.header(name, value);
    // A notification gets 202 without a body: Fastify would write `null` as JSON.
    if (response.body === null) return reply.send();
    return reply.send(Readable.fromWeb(response.body as ReadableStream));
  };
  // The SDK responds to all but POST with 405.
  const method = ['GET', 'POST', 'PUT', 'PATCH', 'DELETE', 'OPTIONS'];
  for (const url of [endpoint, `${endpoint}/`]) {
    app.route({ method, url, bodyLimit: limits.mcp.bodyBytes, handler: handle });
  }
  done();
}

interface McpCardOptions {
  readonly basePath: string;
  /** Path of the MCP endpoint: `/mcp`. */
  readonly endpoint: string;
  /** Origin of the published site. */
  readonly siteUrl: string;
  /** Whether the server is behind a reverse proxy. */
  readonly trustProxy: boolean;
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
  { basePath, endpoint, siteUrl, trustProxy }: McpCardOptions,
  done: () => void,
): void {
  const requests = requestBudget(limits.mcp.rate);
  const path = `${endpoint}/server-card`;
  rejectOtherMethods(app, path, ['GET', 'HEAD', 'OPTIONS']);
  app.options(path, (_request, reply) => reply.code(204).headers(cardHeaders).send());
  app.get(path, async (request: FastifyRequest, reply: FastifyReply) => {
    const wait = requests.take(clientKey(request.ip));
    if (wait > 0) return sendTooMany(reply, wait);
    const origin = linkedOrigin(request, siteUrl, trustProxy);
    const card = JSON.stringify(serverCard(origin + endpoint, origin + basePath));
    const etag = `"${createHash('sha256').update(card).digest('base64url').slice(0, 22)}"`;
    void reply.headers({ ...cardHeaders, etag, vary: 'Host' });
    if (isKnown(request, etag)) return reply.code(304).send();
    return reply.type(cardType).send(card);
  });
  done();
}
