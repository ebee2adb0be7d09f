import { clientKey, Slots } from '@anedya-docs/sandbox/fairness';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { Counter } from 'prom-client';
import { requestBudget } from '../fair-work.ts';
import { limits } from '../limits.ts';
import { proxyErrors } from '../proxy/errors.ts';
import { Exchange, forward, sendError } from '../proxy/forward.ts';
import { forwardedHeaders } from '../proxy/headers.ts';
import { checkPageOrigin, createPolicy, readApis, type Policy } from '../proxy/policy.ts';
import { checkTarget, parseTarget, proxiedPart } from '../proxy/target.ts';
import { defaultProxyOptions, Upstream, type ProxyOptions } from '../proxy/upstream.ts';
import { isPageRequest, sendNotFound } from './site.ts';

interface Options {
  /** Absolute path of the built site, whose API documents define what is allowed. */
  readonly siteDir: string;
  /** Origins whose pages may use the proxy, besides its own. */
  readonly corsOrigins: readonly string[];
  /** Origins to allow besides the servers of the documents. */
  readonly allowedOrigins: readonly string[];
  readonly overrides: Partial<ProxyOptions>;
}

/** On every response: content of another host must be neither stored nor executed on the site's origin. */
const responseHeaders = {
  'cache-control': 'no-store',
  'content-security-policy': "sandbox; default-src 'none'",
  'x-content-type-options': 'nosniff',
  vary: 'Origin',
} as const;

/**
 * Lets pages of allowed origins read the response.
 * @throws ProxyError `origin_not_allowed`
 */
function checkPage(request: FastifyRequest, reply: FastifyReply, allowed: ReadonlySet<string>) {
  const { origin, 'sec-fetch-site': fetchSite } = request.headers;
  const decision = checkPageOrigin(
    {
      origin,
      fetchSite: typeof fetchSite === 'string' ? fetchSite : undefined,
      serverOrigin: `${request.protocol}://${request.host}`,
    },
    allowed,
  );
  if (decision === 'rejected') throw proxyErrors.originNotAllowed();
  if (decision === 'same-origin') return;
  void reply
    .header('access-control-allow-origin', decision.cors)
    .header('access-control-expose-headers', 'x-proxy-error, x-proxied, retry-after');
}

/**
 * Creates the check that counts a request against the limit of its client, then against that of all clients.
 * The check throws ProxyError `too_many_requests` or `busy`, both with the seconds to wait.
 */
function createRateCheck({ window, all, client }: ProxyOptions['rate']) {
  const clients = requestBudget({ max: client, window });
  const total = requestBudget({ max: all, window });
  return (request: FastifyRequest): void => {
    const clientWait = clients.take(clientKey(request.ip));
    if (clientWait > 0) throw proxyErrors.tooManyRequests(clientWait);
    const wait = total.take('all');
    if (wait > 0) throw proxyErrors.busy(wait);
  };
}

/** Adds the routes that forward requests, and the preflight requests before them. */
function addRoutes(app: FastifyInstance, policy: Policy, options: ProxyOptions): void {
  const upstream = new Upstream(policy, options);
  app.addHook('onClose', () => upstream.close());
  const checkRate = createRateCheck(options.rate);
  const concurrency = new Slots(options.concurrency);
  const methods = [...policy.methods];
  const allow = [...methods, 'OPTIONS'].join(', ');

  app.options('/', (request, reply) => {
    Exchange.of(request).outcome = 'preflight';
    return reply
      .code(204)
      .header('access-control-allow-methods', methods.join(', '))
      .header('access-control-allow-headers', [...policy.requestHeaders].join(', '))
      .header('access-control-max-age', limits.proxy.preflightAge)
      .send();
  });
  app.route({
    method: methods,
    url: '/',
    bodyLimit: limits.proxy.bodyBytes,
    onRequest: (request, reply, next) => {
      const exchange = Exchange.of(request);
      checkRate(request);
      exchange.url = parseTarget(proxiedPart(request.originalUrl, `${app.prefix}/`) ?? '');
      checkTarget(exchange.url, policy);
      exchange.headers = forwardedHeaders(request.raw.rawHeaders, policy.requestHeaders);
      const slot = concurrency.acquire(clientKey(request.ip), () => {
        exchange.abort.abort(proxyErrors.busy(1));
        if (!exchange.upstreamResponse) reply.raw.destroy();
      });
      if (slot === 'client') throw proxyErrors.tooManyRequests(1);
      if (slot === 'all') throw proxyErrors.busy(1);
      exchange.hold(slot);
      next();
    },
    handler: (request, reply) => forward(request, reply, upstream, options.timeouts.total),
  });
  app.setNotFoundHandler((request, reply) =>
    sendError(proxyErrors.methodNotAllowed(allow), request, reply.header('allow', allow)),
  );
}

/**
 * Adds `/proxy/<absolute URL>`, through which the request runner reaches hosts that do not allow cross-origin requests.
 * A site without usable API documents is still served.
 */
export default async function proxy(app: FastifyInstance, options: Options): Promise<void> {
  const apis = await readApis(options.siteDir).catch((error: unknown) => {
    app.log.warn((error as Error).message);
  });
  const corsOrigins = new Set(options.corsOrigins);
  const outcomes = new Counter({
    name: 'proxy_requests_total',
    help: 'Requests to the proxy, by outcome',
    labelNames: ['outcome'],
    registers: [app.metrics],
  });

  app.decorateRequest('proxyExchange', null);
  app.addHook('onRequest', (request, reply, next) => {
    const target = proxiedPart(request.originalUrl, `${app.prefix}/`) ?? '';
    if (isPageRequest(request) && !/^https?:/i.test(target)) {
      sendNotFound(request, reply);
      return;
    }
    Exchange.start(request, reply, (outcome) => outcomes.inc({ outcome }));
    void reply.headers(responseHeaders);
    checkPage(request, reply, corsOrigins);
    if (!apis) throw proxyErrors.notConfigured();
    next();
  });
  app.setErrorHandler(sendError);
  // The body is forwarded byte by byte, whatever its type: a signature covers it.
  app.removeAllContentTypeParsers();
  app.addContentTypeParser('*', { parseAs: 'buffer' }, (_request, body, next) => next(null, body));

  if (!apis) {
    app.setNotFoundHandler((request, reply) =>
      sendError(proxyErrors.notConfigured(), request, reply),
    );
    return;
  }
  const policy = createPolicy(apis, options.allowedOrigins);
  addRoutes(app, policy, { ...defaultProxyOptions, ...options.overrides });
}
