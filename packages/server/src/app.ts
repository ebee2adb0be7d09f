import { once } from 'node:events';
import { lookup } from 'node:dns/promises';
import { readFile } from 'node:fs/promises';
import type { AddressInfo } from 'node:net';
import path from 'node:path';
import { ConnectionGuard, type ConnectionLimits } from '@anedya-docs/sandbox/connection-guard';
import { clientKey } from '@anedya-docs/sandbox/fairness';
import type { SearchEngine } from '@anedya-docs/search';
import Fastify, {
  type FastifyError,
  type FastifyInstance,
  type FastifyReply,
  type FastifyServerOptions,
} from 'fastify';
import type { AddressRange } from './addresses.ts';
import { FairWork } from './fair-work.ts';
import { limits } from './limits.ts';
import { explainBodyError } from './client-error.ts';
import { loggerOptions, RequestLog } from './logging.ts';
import { noSchemas } from './no-schemas.ts';
import connections from './plugins/connections.ts';
import mcp, { mcpCard } from './plugins/mcp.ts';
import monitoring from './plugins/monitoring.ts';
import pageViews from './plugins/page-views.ts';
import pressure, { type PressureLimits } from './plugins/pressure.ts';
import proxy from './plugins/proxy.ts';
import sandbox, { type SandboxMount } from './plugins/sandbox.ts';
import search, { type SearchOptions, siteEngine } from './plugins/search.ts';
import securityHeaders, {
  applyPolicies,
  parseHeadersFile,
  type HeaderRule,
} from './plugins/security-headers.ts';
import site, { isPageRequest, sendNotFound, SiteFiles } from './plugins/site.ts';
import { proxiedPart, proxyPrefix } from './proxy/target.ts';
import type { ProxyOptions } from './proxy/upstream.ts';

export interface AppOptions {
  /** Absolute path of the built site. */
  readonly siteDir: string;
  readonly basePath: string;
  /** Host name or address that the server and the broker of the sandbox listen on; `localhost` by default. */
  readonly host?: string;
  readonly trustProxy: boolean;
  readonly logLevel: string;
  /** Name of the search index. */
  readonly searchIndexName?: string;
  /** Another search engine, clock or ID source, for tests. */
  readonly search?: Partial<Pick<SearchOptions, 'now' | 'newQueryId'>> & {
    readonly engine?: SearchEngine;
  };
  /** Origin of the published site, whose pages may use the proxy. */
  readonly siteUrl?: string;
  /** More origins whose pages may use the proxy. */
  readonly proxyCorsOrigins?: readonly string[];
  /** Origins that the proxy may forward to, besides the servers of the API documents. */
  readonly proxyAllowedOrigins?: readonly string[];
  /** Other limits and another network for the proxy, for tests and benchmarks. */
  readonly proxy?: Partial<ProxyOptions>;
  /** The sandbox to forward to; undefined disables it. */
  readonly sandbox?: SandboxMount | undefined;
  /** Destination of log lines; standard output by default. */
  readonly logStream?: { write(line: string): void };
  /** Addresses that may read the metrics, besides loopback. */
  readonly metricsAllowedAddresses?: readonly AddressRange[];
  /** Other connection limits. */
  readonly connections?: Partial<ConnectionLimits>;
  /** Other load limits, for tests. */
  readonly pressure?: Partial<PressureLimits>;
  /** Shorter timeouts, in milliseconds, for tests. */
  readonly timeouts?: Partial<
    Record<'headersTimeout' | 'requestTimeout' | 'connectionsCheckingInterval', number>
  >;
}

/** The folder contains no built site. */
export class MissingBuildError extends Error {
  override readonly name = 'MissingBuildError';
}

async function readRules(siteDir: string) {
  try {
    return parseHeadersFile(await readFile(path.join(siteDir, '_headers'), 'utf8'));
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'ENOENT') throw error;
    throw new MissingBuildError(`No built site in ${siteDir}: run "npm run build" first`);
  }
}

/** Origin form of a request target; a client may send the absolute form (RFC 9112, 3.2.2). */
function originForm(target: string): string {
  if (!/^https?:\/\//i.test(target) || !URL.canParse(target)) return target;
  const { pathname, search } = new URL(target);
  return pathname + search;
}

/** Escapes a path that cannot be decoded, so that it gets the not-found page instead of an error of the router. */
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
 * Returns the request target for the router. A proxy target contains another host's URL, which the router would decode and the
 * log would contain: the router gets only the proxy's path, and the proxy reads the original.
 */
function routedTarget(target: string, prefix: string): string {
  return proxiedPart(target, prefix) === undefined ? decodable(originForm(target)) : prefix;
}

/** Limits connections. Behind a trusted proxy, all connections are from that proxy, so there is no limit per client. */
function createGuard(
  { trustProxy, connections, timeouts }: AppOptions,
  work: FairWork,
): ConnectionGuard {
  return new ConnectionGuard({
    limits: { ...limits.connections, ...connections },
    clientOf: ({ remoteAddress = '' }) => (trustProxy ? undefined : clientKey(remoteAddress)),
    schedule: (...exchange) => work.schedule(trustProxy, ...exchange),
    http: {
      maxHeaderSize: limits.headerBytes,
      headersTimeout: limits.headersTimeout,
      requestTimeout: limits.requestTimeout,
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
    ...noSchemas,
    serverFactory: (handler) => guard.createServer(handler),
    logger: loggerOptions(options.logLevel, options.logStream),
    logController: new RequestLog(),
    // A client can write all addresses in `X-Forwarded-For` but the last, which the proxy appends.
    trustProxy: options.trustProxy && ((_address, hop) => hop < 1),
    routerOptions: { maxParamLength: limits.urlLength },
    bodyLimit: limits.pageViewBytes,
    pluginTimeout: limits.pluginTimeout,
    forceCloseConnections: 'idle',
    // The guard responds.
    clientErrorHandler: () => undefined,
    rewriteUrl: (request) => routedTarget(request.url ?? '/', proxyPrefix(options.basePath)),
    frameworkErrors: ({ statusCode = 400, message }, request, reply) => {
      // The router rejects parameters that are too long before any hook runs.
      applyPolicies(rules, request, reply);
      void (reply as FastifyReply).code(statusCode).send({ error: 'bad_request', message });
    },
  };
}

/** Headers that describe a file. They are removed when an error is sent instead. */
const fileHeaders = [
  'accept-ranges',
  'content-encoding',
  'content-range',
  'content-type',
  'etag',
  'last-modified',
] as const;

/**
 * Keeps errors out of caches, and their causes, such as the path of a file, out of responses. Search and the
 * proxy have handlers for their error formats.
 */
function handleErrors(app: FastifyInstance): void {
  const log = new RequestLog();
  app.setErrorHandler((error: FastifyError, request, reply) => {
    for (const name of fileHeaders) void reply.removeHeader(name);
    void reply.header('cache-control', 'no-store');
    const { statusCode = 500 } = error;
    if (statusCode < 500) {
      const message = explainBodyError(error);
      // That of a file has headers, such as the size for a range.
      if (message === undefined) return reply.send(error);
      return reply.code(statusCode).send({ error: 'bad_request', message });
    }
    log.defaultErrorLog(error, request, reply.code(statusCode));
    const message = 'The server could not process the request. Try again later.';
    return reply.send({ error: 'internal_error', message });
  });
  // The `_headers` file sets the header by path, before the status is known.
  app.addHook('onSend', (_request, reply, _payload, next) => {
    const isStored = String(reply.getHeader('cache-control')).includes('max-age');
    if (reply.statusCode >= 400 && isStored) void reply.header('cache-control', 'no-store');
    next();
  });
}

/**
 * Builds the server without listening.
 * @throws MissingBuildError when the folder contains no built site
 */
export async function buildApp(options: AppOptions): Promise<FastifyInstance> {
  const rules = await readRules(options.siteDir);
  const files = await SiteFiles.scan(options.siteDir, options.basePath);
  const work = new FairWork(options.search?.now);
  const guard = createGuard(options, work);
  const app = Fastify(serverOptions(options, rules, guard));
  app.decorate('work', work);
  const { engine, ...searchOptions } = options.search ?? {};
  app.decorate(
    'searchEngine',
    engine ? () => Promise.resolve(engine) : siteEngine(options.siteDir),
  );
  handleErrors(app);
  await app.register(monitoring, {
    allowed: options.metricsAllowedAddresses ?? [],
    trustProxy: options.trustProxy,
  });
  await app.register(connections, { guard });
  await app.register(securityHeaders, { rules });
  await app.register(pressure, { limits: options.pressure ?? {} });
  app.addHook('onRequest', (request, reply, next) => {
    if (request.url.length <= limits.urlLength) {
      next();
      return;
    }
    if (isPageRequest(request)) {
      void sendNotFound(request, reply, undefined, 414);
      return;
    }
    void reply.code(414).send({
      error: 'uri_too_long',
      message: `The URL is longer than ${limits.urlLength} characters. Shorten its path or query.`,
    });
  });
  await app.register(pageViews, { pages: files.pages });
  await app.register(search, {
    indexName: options.searchIndexName ?? 'anedya-docs',
    ...searchOptions,
  });
  await app.register(mcp, {
    siteDir: options.siteDir,
    path: `${options.basePath}mcp`,
    sandboxPath: `${options.basePath}sandbox`,
    sandboxHost: options.host ?? 'localhost',
    trustProxy: options.trustProxy,
  });
  await app.register(mcpCard, {
    basePath: options.basePath,
    endpoint: `${options.basePath}mcp`,
    siteUrl: options.siteUrl ?? '',
    trustProxy: options.trustProxy,
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
  await site(app, {
    root: options.siteDir,
    files,
    siteUrl: options.siteUrl,
    trustProxy: options.trustProxy,
  });
  return app;
}

/**
 * Listens on a host. If `localhost` resolves to an IPv4 and an IPv6 address, Node listens on the first only; a second server
 * listens on the other one, as Fastify does for servers that it creates itself.
 * @param addressesOf resolves a name
 * @returns the port, which the system assigns for 0
 * @throws Error of the system when it cannot listen on every address of the host; then it listens on none
 */
export async function listen(
  app: FastifyInstance,
  host: string,
  port: number,
  addressesOf = (name: string) => lookup(name, { all: true }),
): Promise<number> {
  await app.listen({ host, port });
  const first = app.server.address() as AddressInfo;
  if (host !== 'localhost') return first.port;
  const addresses = new Set((await addressesOf(host)).map(({ address }) => address));
  addresses.delete(first.address);
  for (const address of addresses) {
    const second = app.connections.createServer((request, response) => {
      app.routing(request, response);
    });
    app.server.once('close', () => second.close());
    try {
      await once(second.listen(first.port, address), 'listening');
    } catch (error) {
      // A machine may resolve `localhost` to an address that it does not have.
      const { code = '' } = error as NodeJS.ErrnoException;
      if (['EADDRNOTAVAIL', 'EAFNOSUPPORT'].includes(code)) continue;
      app.server.close();
      throw error;
    }
  }
  return first.port;
}
