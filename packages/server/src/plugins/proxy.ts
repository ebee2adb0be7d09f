import rateLimit from '@fastify/rate-limit';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { Counter } from 'prom-client';
import { clientKey } from '../client-key.ts';
import { limits } from '../limits.ts';
import { answerFault } from '../proxy/answer-faults.ts';
import { ProxyCall } from '../proxy/call.ts';
import { faults } from '../proxy/faults.ts';
import { forward } from '../proxy/forward.ts';
import { defaultProxyOptions, type ProxyOptions } from '../proxy/options.ts';
import { pageLeave } from '../proxy/page-origin.ts';
import { createPolicy, type Policy } from '../proxy/policy.ts';
import { createRateCheck } from '../proxy/rates.ts';
import { readApis } from '../proxy/read-apis.ts';
import { forwardedHeaders } from '../proxy/request-headers.ts';
import { proxiedPart } from '../proxy/request-target.ts';
import { Slots } from '../proxy/slots.ts';
import { checkTarget, parseTarget } from '../proxy/target.ts';
import { Upstream } from '../proxy/upstream.ts';

export interface Options {
  /** Absolute path of the built site, whose API documents say what may be called. */
  readonly siteDir: string;
  /** Origins whose pages may use the proxy, beside its own. */
  readonly corsOrigins: readonly string[];
  /** Origins that may be called, beside the servers of the documents. */
  readonly allowedOrigins: readonly string[];
  readonly overrides: Partial<ProxyOptions>;
}

/** On every answer: another host's text must neither be kept nor run on the site's origin. */
const answerHeaders = {
  'cache-control': 'no-store',
  'content-security-policy': "sandbox; default-src 'none'",
  'x-content-type-options': 'nosniff',
  vary: 'Origin',
} as const;

/** Lets pages of allowed origins read the answer, and refuses those of others. */
function checkPage(request: FastifyRequest, reply: FastifyReply, allowed: ReadonlySet<string>) {
  const { origin, 'sec-fetch-site': fetchSite } = request.headers;
  const leave = pageLeave(
    {
      origin,
      fetchSite: typeof fetchSite === 'string' ? fetchSite : undefined,
      own: `${request.protocol}://${request.host}`,
    },
    allowed,
  );
  if (leave === 'refused') throw faults.originNotAllowed();
  if (leave === 'same') return;
  void reply
    .header('access-control-allow-origin', leave.cors)
    .header('access-control-expose-headers', 'x-proxy-error, x-proxied, retry-after');
}

/** Adds the calls themselves and the preflight requests before them. */
async function addCalls(app: FastifyInstance, policy: Policy, options: ProxyOptions) {
  const upstream = new Upstream(policy, options);
  app.addHook('onClose', () => upstream.close());
  await app.register(rateLimit, { global: false });
  const checkRate = createRateCheck(app, options.rate);
  const slots = new Slots(options.concurrency);
  const methods = [...policy.methods];
  const allow = [...methods, 'OPTIONS'].join(', ');

  app.options('/', (request, reply) => {
    ProxyCall.of(request).outcome = 'preflight';
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
    onRequest: async (request) => {
      const call = ProxyCall.of(request);
      await checkRate(request);
      call.url = parseTarget(proxiedPart(request.originalUrl, `${app.prefix}/`) ?? '');
      checkTarget(call.url, policy);
      call.headers = forwardedHeaders(request.raw.rawHeaders, policy.requestHeaders);
      const slot = slots.take(clientKey(request.ip));
      if (slot === 'client') throw faults.tooManyRequests(1);
      if (slot === 'all') throw faults.busy(1);
      call.hold(slot);
    },
    handler: (request, reply) => forward(request, reply, upstream, options.timeouts.total),
  });
  app.setNotFoundHandler((request, reply) =>
    answerFault(faults.methodNotAllowed(allow), request, reply.header('allow', allow)),
  );
}

/** Adds `/proxy/<absolute URL>`: the request runner's way to hosts whose responses pages of other origins may not read. */
export default async function proxy(app: FastifyInstance, options: Options): Promise<void> {
  const found = await readApis(options.siteDir);
  if ('reason' in found) app.log.warn(found.reason);
  const corsOrigins = new Set(options.corsOrigins);
  const outcomes = new Counter({
    name: 'proxy_requests_total',
    help: 'Requests to the proxy, by how they ended',
    labelNames: ['outcome'],
    registers: [app.metrics],
  });

  app.decorateRequest('proxyCall', null);
  app.addHook('onRequest', (request, reply, next) => {
    ProxyCall.begin(request, reply, (outcome) => outcomes.inc({ outcome }));
    void reply.headers(answerHeaders);
    checkPage(request, reply, corsOrigins);
    if ('reason' in found) throw faults.notConfigured();
    next();
  });
  app.setErrorHandler(answerFault);
  // The body goes on byte by byte, whatever its type says: a signature covers it.
  app.removeAllContentTypeParsers();
  app.addContentTypeParser('*', { parseAs: 'buffer' }, (_request, body, next) => next(null, body));

  if ('reason' in found) {
    app.setNotFoundHandler((request, reply) => answerFault(faults.notConfigured(), request, reply));
    return;
  }
  const policy = createPolicy(found.apis, options.allowedOrigins);
  await addCalls(app, policy, { ...defaultProxyOptions, ...options.overrides });
}
