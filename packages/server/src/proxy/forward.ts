import { pipeline, Transform } from 'node:stream';
import type { FastifyError, FastifyReply, FastifyRequest } from 'fastify';
import { limits } from '../limits.ts';
import { stackFrames } from '../logging.ts';
import { ProxyError, proxyErrors, type ProxyErrorCode } from './errors.ts';
import { checkResponseHead, returnedHeaders, returnedNames } from './headers.ts';
import type { Upstream, UpstreamResponse } from './upstream.ts';

declare module 'fastify' {
  interface FastifyRequest {
    /** Present on requests to the proxy. */
    proxyExchange: Exchange | null;
  }
}

/** How a request to the proxy ended: all values of the metric's label. */
type Outcome = ProxyErrorCode | 'passed' | 'preflight' | 'client_gone' | 'failed';

/** Cancels an upstream request whose client has disconnected. Shared, because nobody reads it. */
const clientGone = new Error('the client disconnected');

/** State of one request to the proxy, shared by its hooks. */
export class Exchange {
  /** The last value before the response ends counts. */
  outcome: Outcome | undefined;
  url: URL | undefined;
  headers: Readonly<Record<string, string>> = {};
  /** Cancels the upstream request, which fails with its reason. */
  readonly abort = new AbortController();
  /** Settles when the upstream request has ended: a canceled one may still be connecting. Undefined before the body has arrived. */
  upstreamResponse: Promise<unknown> | undefined;
  private release: () => void = () => undefined;
  private isOver = false;

  /** @param count receives the outcome once the response is sent or cut, or the client is gone */
  static start(
    request: FastifyRequest,
    { raw }: FastifyReply,
    count: (outcome: Outcome) => void,
  ): Exchange {
    const exchange = new Exchange();
    request.proxyExchange = exchange;
    let isComplete = false;
    raw.once('finish', () => (isComplete = true));
    raw.once('close', () => {
      exchange.isOver = true;
      const { outcome = 'client_gone' } = exchange;
      count(outcome === 'passed' && !isComplete ? 'client_gone' : outcome);
      if (!isComplete) exchange.abort.abort(clientGone);
      void Promise.allSettled([exchange.upstreamResponse]).then(exchange.release);
    });
    return exchange;
  }

  /** Holds a concurrency slot until the exchange is over, which it may be already: a client can disconnect at any time. */
  hold(release: () => void): void {
    if (this.isOver) release();
    else this.release = release;
  }

  /** @throws Error when the request is not for the proxy */
  static of({ proxyExchange }: FastifyRequest): Exchange {
    if (!proxyExchange) throw new Error('a proxy handler ran for a request of another route');
    return proxyExchange;
  }
}

/** Passes a response body through up to a number of bytes. Its errors are ProxyErrors. */
function limitBody(maxBytes: number): Transform {
  let seen = 0;
  return new Transform({
    transform(chunk: Buffer, _encoding, done) {
      seen += chunk.length;
      if (seen > maxBytes) done(proxyErrors.responseTooLarge());
      else done(null, chunk);
    },
    destroy(error, done) {
      done(error && !(error instanceof ProxyError) ? proxyErrors.upstreamBroken() : error);
    },
  });
}

/** Marks a response of the platform, in contrast to one of a host that has no proxy. */
const forwardedMark = 'x-proxied';

/** Ends an exchange after its total time, even when the client reads too slowly or the response has started. */
function setDeadline(milliseconds: number, exchange: Exchange, reply: FastifyReply): void {
  const timer = setTimeout(() => {
    exchange.abort.abort(proxyErrors.upstreamTimeout(milliseconds));
    if (!reply.raw.headersSent) return;
    exchange.outcome = 'upstream_timeout';
    reply.raw.destroy();
  }, milliseconds);
  reply.raw.once('close', () => clearTimeout(timer));
}

function sendResponse(
  response: UpstreamResponse,
  exchange: Exchange,
  reply: FastifyReply,
): FastifyReply {
  const { responseBytes } = limits.proxy;
  try {
    checkResponseHead(response.status, response.headers, responseBytes);
  } catch (error) {
    response.body.on('error', () => undefined).destroy();
    throw error;
  }
  exchange.outcome = 'passed';
  const body = limitBody(responseBytes);
  // The status may already be sent: the cut connection then tells the client, and the metric tells the operator.
  body.on('error', (error) => {
    if (error instanceof ProxyError) exchange.outcome = error.code;
  });
  pipeline(response.body, body, () => undefined);
  return reply
    .code(response.status)
    .headers({ ...returnedHeaders(response.headers), [forwardedMark]: '1' })
    .send(body);
}

/** Forwards a request that the hooks have checked, and streams its response. */
export async function forward(
  request: FastifyRequest,
  reply: FastifyReply,
  upstream: Upstream,
  totalTimeout: number,
): Promise<FastifyReply> {
  const exchange = Exchange.of(request);
  const { url, headers, abort } = exchange;
  if (!url) throw new Error('a request was forwarded before its target was checked');
  setDeadline(totalTimeout, exchange, reply);
  const response = upstream.send({
    url,
    method: request.method,
    headers,
    body: Buffer.isBuffer(request.body) ? request.body : undefined,
    signal: abort.signal,
  });
  exchange.upstreamResponse = response;
  return sendResponse(await response, exchange, reply);
}

/** Maps an error of Fastify to one of the proxy; undefined for a defect of the proxy itself. */
function toProxyError(error: FastifyError | ProxyError): ProxyError | undefined {
  if (error instanceof ProxyError) return error;
  const status = error.statusCode ?? 500;
  if (status === 413) return proxyErrors.bodyTooLarge();
  return status < 500
    ? proxyErrors.headersInvalid('The request body or its Content-Type does not match the headers')
    : undefined;
}

/** Sends an error as JSON, with its code in `x-proxy-error`. */
export function sendError(
  error: FastifyError | ProxyError,
  request: FastifyRequest,
  reply: FastifyReply,
): FastifyReply {
  const proxyError = toProxyError(error);
  Exchange.of(request).outcome = proxyError?.code ?? 'failed';
  // Headers of the upstream response may already be set.
  for (const name of returnedNames) {
    void reply.removeHeader(name);
    if (!reply.raw.headersSent) reply.raw.removeHeader(name);
  }
  void reply.type('application/json; charset=utf-8');
  if (!proxyError) {
    request.log.error({ error: error.name, stack: stackFrames(error) }, 'Proxy request failed');
    return reply.code(500).send({ message: 'Internal error' });
  }
  void reply.code(proxyError.status).header('x-proxy-error', proxyError.code);
  if (proxyError.retryAfter !== undefined) void reply.header('retry-after', proxyError.retryAfter);
  return reply.send(proxyError.body);
}
