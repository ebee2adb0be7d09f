import { randomBytes } from 'node:crypto';
import type { SearchEngine } from '@anedya-docs/search';
import type { FastifyInstance } from 'fastify';
import { clientKey } from '../client-key.ts';
import { limits } from '../limits.ts';
import { answerError, refuse } from '../search/answer-errors.ts';
import { anyOrigin, preflight } from '../search/cors.ts';
import { credentialsOf, selfHosted } from '../search/credentials.ts';
import {
  createEndpoint,
  protocolLimits,
  refusals,
  type EndpointCall,
} from '@anedya-docs/search/protocol';
import { RateLimit } from '../search/rate-limit.ts';
import { readEngine, type EngineOrReason } from '../search/read-engine.ts';

export interface SearchOptions {
  /** Absolute path of the built site, whose index is served. */
  readonly siteDir: string;
  readonly indexName: string;
  /** Serves this engine instead of the built site's index. */
  readonly engine?: SearchEngine;
  /** Milliseconds, from any origin. */
  readonly now?: () => number;
  readonly newQueryId?: () => string;
}

/**
 * The status that makes the official client look for another host, and then show that none can be reached.
 * It reads other errors as final.
 */
const unavailable = {
  status: 503,
  cost: 1,
  body: { message: 'Search is not available on this server', status: 503 },
};

function answerer(found: EngineOrReason, options: Required<Omit<SearchOptions, 'engine'>>) {
  if ('reason' in found) return () => unavailable;
  const { engine } = found;
  const { indexName, now, newQueryId } = options;
  return createEndpoint({ engine, indexName, credentials: selfHosted, now, newQueryId });
}

/** Adds the search provider's calls below `/1/indexes/`, answered from the site's own index. */
export default async function search(app: FastifyInstance, options: SearchOptions): Promise<void> {
  const now = options.now ?? (() => performance.now());
  const newQueryId = options.newQueryId ?? (() => randomBytes(16).toString('hex'));
  const found = options.engine ? { engine: options.engine } : await readEngine(options.siteDir);
  if ('reason' in found) app.log.warn(found.reason);
  const answer = answerer(found, { ...options, now, newQueryId });
  const rateLimit = new RateLimit({ ...limits.search, now });

  app.addHook('onRequest', (request, reply, next) => {
    void reply.headers(anyOrigin).header('cache-control', 'no-store');
    const wait = request.method === 'POST' ? rateLimit.take(clientKey(request.ip)) : 0;
    if (wait === 0) next();
    else void refuse(reply.header('retry-after', wait), refusals.tooManyCalls());
  });
  app.setErrorHandler(answerError);
  // The clients send JSON as text/plain: the protocol reads it, whatever the type says.
  app.removeAllContentTypeParsers();
  app.addContentTypeParser('*', { parseAs: 'string' }, (_request, body, next) => next(null, body));

  app.options('/1/indexes/*', (_request, reply) => reply.headers(preflight).code(204).send());
  app.post('/1/indexes/*', { bodyLimit: protocolLimits.bodyBytes }, (request, reply) => {
    const call: EndpointCall = {
      path: request.url.split('?', 1)[0] ?? '',
      credentials: credentialsOf(request),
      body: typeof request.body === 'string' ? request.body : '',
    };
    const { status, body, cost = 1 } = answer(call);
    // A call of fifty searches blocks the process fifty times as long: the client waits for as many.
    rateLimit.charge(clientKey(request.ip), cost - 1);
    return reply.code(status).send(body);
  });
}
