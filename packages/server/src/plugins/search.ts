import { randomBytes } from 'node:crypto';
import { readFile } from 'node:fs/promises';
import path from 'node:path';
import { clientKey, WorkRejected } from '@anedya-docs/sandbox/fairness';
import { loadIndex, type SearchEngine } from '@anedya-docs/search';
import {
  createSteps,
  errorBody,
  ProtocolError,
  protocolErrors,
  protocolLimits,
  type Credentials,
} from '@anedya-docs/search/protocol';
import type { FastifyError, FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { explainBodyError, readBodiesAsText, rejectOtherMethods } from '../client-error.ts';
import { BudgetExceeded, clientSignal, requestBudget } from '../fair-work.ts';
import { limits } from '../limits.ts';
import { stackFrames } from '../logging.ts';
import { loadOrWarn, retryable } from '../retryable.ts';

declare module 'fastify' {
  interface FastifyInstance {
    /** Resolves with the search engine of the site. @throws Error saying what is wrong with its index */
    searchEngine: () => Promise<SearchEngine>;
  }
}

export interface SearchOptions {
  readonly indexName: string;
  /** Milliseconds, with any epoch. */
  readonly now?: () => number;
  readonly newQueryId?: () => string;
}

/** Credentials in the site's configuration when no hosted provider is set (site/docusaurus.config.ts). */
const selfHosted: Credentials = { applicationId: 'self-hosted', apiKey: 'search-only' };

/**
 * Copies of the site on other origins use this server too. The official clients send their credentials as headers or in the
 * query string, never as cookies, so any origin may send requests.
 */
const corsHeaders = {
  'access-control-allow-origin': '*',
  'access-control-expose-headers': 'retry-after',
} as const;

/** Headers of the response to a preflight request (https://fetch.spec.whatwg.org/#http-cors-protocol). */
const preflightHeaders = {
  'access-control-allow-methods': 'POST, OPTIONS',
  'access-control-allow-headers':
    'content-type, x-algolia-agent, x-algolia-api-key, x-algolia-application-id, x-algolia-usertoken',
  'access-control-max-age': '86400',
} as const;

/** Path of the index below the build folder. */
const indexFile = 'search/index.json';

/** @throws Error saying what is wrong with the index of a built site */
async function readEngine(siteDir: string): Promise<SearchEngine> {
  try {
    return loadIndex(await readFile(path.join(siteDir, indexFile), 'utf8'));
  } catch (error) {
    const { code, message } = error as NodeJS.ErrnoException;
    const reason = code === 'ENOENT' ? 'the built site has none' : message;
    throw new Error(`No search index (${indexFile}): ${reason}`, { cause: error });
  }
}

/**
 * Returns a function that resolves with the engine of a built site, which loads with its first call, and again after a failure: search and MCP share it.
 * @param siteDir absolute path of the build
 */
export function siteEngine(siteDir: string): () => Promise<SearchEngine> {
  return retryable(() => readEngine(siteDir));
}

/**
 * With this status the official client tries another host, and then reports that none can be reached.
 * It treats other errors as final.
 */
const unavailable = { status: 503, message: 'Search is not available on this server' } as const;

const single = (value: unknown) => (typeof value === 'string' ? value : undefined);

/** Reads the credentials that the provider's clients send in headers, or in the query string to avoid a preflight. */
function credentialsOf(request: FastifyRequest): Partial<Credentials> {
  const query = request.query as Record<string, unknown>;
  const given = (name: string) => single(request.headers[name]) ?? single(query[name]);
  return {
    applicationId: given('x-algolia-application-id'),
    apiKey: given('x-algolia-api-key'),
  };
}

/** Sends an error in the provider's format. */
function reject(reply: FastifyReply, error: ProtocolError): FastifyReply {
  return reply.code(error.status).send(errorBody(error));
}

function rejectUntil(reply: FastifyReply, wait: number): FastifyReply {
  return reject(reply.header('retry-after', wait), protocolErrors.tooManyRequests(wait));
}

/** Sends an error that Fastify reports before the protocol reads the body. */
function sendError(
  error: FastifyError | BudgetExceeded | WorkRejected,
  request: FastifyRequest,
  reply: FastifyReply,
): FastifyReply {
  if (error instanceof BudgetExceeded) return rejectUntil(reply, error.seconds);
  if (error instanceof WorkRejected) return rejectUntil(reply, limits.retryAfter);
  const status = error.statusCode ?? 500;
  if (status === 413) return reject(reply, protocolErrors.tooLarge(protocolLimits.bodyBytes));
  if (status < 500)
    return reject(reply, new ProtocolError(400, explainBodyError(error) ?? error.message));
  // Its message could repeat what the user typed.
  request.log.error({ error: error.name, stack: stackFrames(error) }, 'Search failed');
  return reply.code(500).send({ message: 'Internal error', status: 500 });
}

/**
 * Adds the search provider's API below `/1/indexes/`, backed by the site's own index, which loads with the first search or
 * soon after the server listens. A site without a usable index is still served.
 */
export default function search(
  app: FastifyInstance,
  options: SearchOptions,
  done: () => void,
): void {
  const {
    indexName,
    now = () => performance.now(),
    newQueryId = () => randomBytes(16).toString('hex'),
  } = options;
  const openEndpoint = async () => {
    const engine = await app.searchEngine();
    return createSteps({ engine, indexName, credentials: selfHosted, now, newQueryId });
  };
  const loaded = loadOrWarn(openEndpoint, (message) => {
    app.log.warn(message);
  });
  // Loading blocks the process for tenths of a second, so the first pages are sent before.
  app.addHook('onListen', (done) => {
    setTimeout(() => void loaded(), limits.search.loadDelay).unref();
    done();
  });
  const searches = requestBudget(limits.search.rate);

  app.addHook('onRequest', async (request, reply) => {
    void reply.headers(corsHeaders).header('cache-control', 'no-store');
    if (request.method !== 'POST') return;
    const client = clientKey(request.ip);
    const wait = app.work.wait(client) || searches.take(client);
    if (wait > 0) await rejectUntil(reply, wait);
  });
  app.setErrorHandler(sendError);
  // The clients send JSON as text/plain. The protocol parses it, whatever the type.
  readBodiesAsText(app);

  rejectOtherMethods(app, '/1/indexes/*', ['POST', 'OPTIONS'], (reply, allow) =>
    reject(reply.header('allow', allow), protocolErrors.methodNotAllowed(allow)),
  );
  app.options('/1/indexes/*', (_request, reply) =>
    reply.headers(preflightHeaders).code(204).send(),
  );
  app.post('/1/indexes/*', { bodyLimit: protocolLimits.bodyBytes }, async (request, reply) => {
    const stepsOf = await loaded();
    if (!stepsOf) return reply.code(unavailable.status).send(unavailable);
    const client = clientKey(request.ip);
    // The client may have reached the limit while the body arrived.
    const isOver = searches.used(client) > 1;
    const wait = app.work.wait(client) || (isOver ? searches.wait(client) : 0);
    if (wait > 0) return rejectUntil(reply, wait);
    const { signal } = clientSignal(reply.raw);
    const steps = stepsOf({
      path: request.url.split('?', 1)[0] ?? '',
      credentials: credentialsOf(request),
      body: typeof request.body === 'string' ? request.body : '',
    });
    for (;;) {
      // Each query takes a turn, so that a request with many waits behind the searches of other clients.
      const step = await app.work.run(client, () => steps.next(), signal);
      if (!step.done) continue;
      const { status, body, cost = 1 } = step.value;
      searches.charge(client, Math.max(1, cost) - 1);
      return reply.code(status).send(body);
    }
  });
  done();
}
