import { readFile } from 'node:fs/promises';
import path from 'node:path';
import { ConnectionGuard, type ConnectionLimits } from '@anedya-docs/sandbox/connection-guard';
import Fastify, {
  type FastifyInstance,
  type FastifyReply,
  type FastifyServerOptions,
} from 'fastify';
import type { AddressRange } from './address-ranges.ts';
import { clientKey } from './client-key.ts';
import { parseHeadersFile, type HeaderRule } from './headers-file.ts';
import { limits } from './limits.ts';
import { loggerOptions, RequestLog } from './logging.ts';
import connections from './plugins/connections.ts';
import health from './plugins/health.ts';
import metrics from './plugins/metrics.ts';
import pageViews from './plugins/page-views.ts';
import pressure, { type PressureLimits } from './plugins/pressure.ts';
import proxy from './plugins/proxy.ts';
import sandbox, { type SandboxMount } from './plugins/sandbox.ts';
import search, { type SearchOptions } from './plugins/search.ts';
import securityHeaders, { applyPolicies } from './plugins/security-headers.ts';
import site from './plugins/site.ts';
import type { ProxyOptions } from './proxy/options.ts';
import { proxiedPart, proxyPrefix } from './proxy/request-target.ts';
import { SiteFiles } from './site-files.ts';

export interface AppOptions {
  /** Absolute path of the built site. */
  readonly siteDir: string;
  readonly basePath: string;
  readonly trustProxy: boolean;
  readonly logLevel: string;
  /** Name of the index that search serves. */
  readonly searchIndexName?: string;
  /** Another engine, clock or source of ids for search, for tests. */
  readonly search?: Partial<Pick<SearchOptions, 'engine' | 'now' | 'newQueryId'>>;
  /** Origin of the published site, whose pages may use the proxy. */
  readonly siteUrl?: string;
  /** More origins whose pages may use the proxy. */
  readonly proxyCorsOrigins?: readonly string[];
  /** Origins that the proxy may call beside the servers of the API documents. */
  readonly proxyAllowedOrigins?: readonly string[];
  /** Other bounds and another way out of the proxy, for tests and benchmarks. */
  readonly proxy?: Partial<ProxyOptions>;
  /** The sandbox that is forwarded to; there is none without. */
  readonly sandbox?: SandboxMount | undefined;
  /** Where log lines go; standard output unless given. */
  readonly logStream?: { write(line: string): void };
  /** Addresses that may read the metrics, beside loopback. */
  readonly metricsAllowedAddresses?: readonly AddressRange[];
  /** Other bounds of connections. */
  readonly connections?: Partial<ConnectionLimits>;
  /** Other bounds of load, for tests. */
  readonly pressure?: Partial<PressureLimits>;
  /** Shorter time limits, in milliseconds, for tests. */
  readonly timeouts?: Partial<
    Record<'headersTimeout' | 'requestTimeout' | 'connectionsCheckingInterval', number>
  >;
}

/** A folder that holds no built site. */
export class MissingBuildError extends Error {
  override readonly name = 'MissingBuildError';
}

async function readRules(siteDir: string) {
  try {
    return parseHeadersFile(await readFile(path.join(siteDir, '_headers'), 'utf8'));
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'ENOENT') throw error;
    throw new MissingBuildError(`There is no built site in ${siteDir}: run "npm run build" first`);
  }
}

/** Origin form of a request target; a client may send the absolute form (RFC 9112, 3.2.2). */
function originForm(target: string): string {
  if (!/^https?:\/\//i.test(target) || !URL.canParse(target)) return target;
  const { pathname, search } = new URL(target);
  return pathname + search;
}

/** A target whose path decodes: one that does not leads to no page, and the router would refuse it in its own words. */
function decodable(target: string): string {
  const [path = '', ...query] = target.split('?');
  try {
    decodeURIComponent(path);
    return target;
  } catch {
    return [path.replaceAll('%', '%25'), ...query].join('?');
  }
}

/**
 * What the router sees of a request target. A target of the proxy is another host's URL, which the router would decode
 * and the log would show: it sees the proxy's path alone, and the proxy reads the original.
 */
function routedTarget(target: string, prefix: string): string {
  return proxiedPart(target, prefix) === undefined ? decodable(originForm(target)) : prefix;
}

/** Bounds the connections of a server. Behind a trusted proxy all of them are its own, whatever client it speaks for. */
function createGuard({ trustProxy, connections, timeouts }: AppOptions): ConnectionGuard {
  return new ConnectionGuard({
    limits: { ...limits.connections, ...connections },
    clientOf: ({ remoteAddress = '' }) => (trustProxy ? undefined : clientKey(remoteAddress)),
    http: {
      maxHeaderSize: limits.headerBytes,
      headersTimeout: limits.headersTimeout,
      requestTimeout: limits.requestTimeout,
      keepAliveTimeout: limits.keepAliveTimeout,
      connectionsCheckingInterval: limits.connectionsCheckingInterval,
      ...timeouts,
    },
  });
}

function serverOptions(
  options: AppOptions,
  rules: readonly HeaderRule[],
  guard: ConnectionGuard,
): FastifyServerOptions {
  return {
    serverFactory: (handler) => guard.createServer(handler),
    logger: loggerOptions(options.logLevel, options.logStream),
    logController: new RequestLog(),
    trustProxy: options.trustProxy,
    routerOptions: { maxParamLength: limits.urlLength },
    bodyLimit: limits.pageViewBytes,
    pluginTimeout: limits.pluginTimeout,
    forceCloseConnections: 'idle',
    rewriteUrl: (request) => routedTarget(request.url ?? '/', proxyPrefix(options.basePath)),
    frameworkErrors: ({ statusCode = 400, message }, request, reply) => {
      // The router refuses parameters that are too long before any hook runs.
      applyPolicies(rules, request, reply);
      void (reply as FastifyReply).code(statusCode).send({ error: 'bad_request', message });
    },
  };
}

/**
 * Builds the server without listening.
 * @throws MissingBuildError when the folder holds no built site
 */
export async function buildApp(options: AppOptions): Promise<FastifyInstance> {
  const rules = await readRules(options.siteDir);
  const files = await SiteFiles.scan(options.siteDir, options.basePath);
  const guard = createGuard(options);
  const app = Fastify(serverOptions(options, rules, guard));
  // Node's own handling never writes into a response that has begun.
  app.server.removeAllListeners('clientError');

  await app.register(metrics, { allowed: options.metricsAllowedAddresses ?? [] });
  await app.register(connections, { guard });
  await app.register(securityHeaders, { rules });
  await app.register(pressure, { limits: options.pressure ?? {} });
  app.addHook('onRequest', (request, reply, next) => {
    if (request.url.length <= limits.urlLength) {
      next();
      return;
    }
    void reply.code(414).send({
      error: 'uri_too_long',
      message: `A request target may have ${limits.urlLength} characters`,
    });
  });
  await app.register(health);
  await app.register(pageViews, { pages: files.pages });
  await app.register(search, {
    siteDir: options.siteDir,
    indexName: options.searchIndexName ?? 'anedya-docs',
    ...options.search,
  });
  await app.register(proxy, {
    prefix: proxyPrefix(options.basePath).replace(/\/$/, ''),
    siteDir: options.siteDir,
    corsOrigins: [
      ...(options.siteUrl ? [options.siteUrl] : []),
      ...(options.proxyCorsOrigins ?? []),
    ],
    allowedOrigins: options.proxyAllowedOrigins ?? [],
    overrides: options.proxy ?? {},
  });
  if (options.sandbox) {
    await app.register(sandbox, {
      siteDir: options.siteDir,
      prefix: `${options.basePath}sandbox`,
      trustProxy: options.trustProxy,
      ...options.sandbox,
    });
  }
  await site(app, { root: options.siteDir, files });
  return app;
}
