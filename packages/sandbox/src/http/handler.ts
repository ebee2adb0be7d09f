import type { Operation } from '@anedya-docs/openapi-model';
import { type OperationEntry, type Documents, unknownPath } from '../core/api/operation-table.ts';
import { echoOf, requestIdHints } from '../core/api/envelope.ts';
import { authenticate, type Identity } from '../core/auth/authenticate.ts';
import type { Deps } from '../core/deps.ts';
import { RequestError } from '../core/errors.ts';
import { limits } from '../core/limits.ts';
import { notEmulated, unemulated } from '../core/not-emulated.ts';
import { decodedPath, streamsPath } from '../core/paths.ts';
import type { ReadLease } from '../core/read-limiter.ts';
import { isLargeRead, runRequest } from '../core/run-operation.ts';
import { eventRoutes } from './events.ts';
import { fileRoutes } from './files.ts';
import { type ProjectOptions, projectRoutes } from './projects.ts';
import {
  baseUrl,
  type HttpContext,
  type HttpRequest,
  type ReadBody,
  readBody,
  readCredential,
  readJson,
} from './request.ts';
import {
  commonHeaders,
  type ErrorHelp,
  errorReply,
  type ErrorReport,
  headerText,
  json,
  largeJson,
  provisionalHeader,
  type Reply,
  type Route,
  type RouteHandler,
  startRead,
  warningHeader,
  withBody,
} from './response.ts';

function reqIdOf(read: ReadBody): string | undefined {
  return 'error' in read ? undefined : echoOf(read.value);
}

/** Principal of an operation that needs no credential. */
const anyone: Identity = {
  projectId: '',
  principal: { kind: 'anyone', transport: 'http' },
  hasDevice: false,
};

/** Reads the body of a request, and authenticates its client. */
async function prepare(
  deps: Deps,
  entry: OperationEntry,
  context: HttpContext,
  bytes: Uint8Array,
  hold: (bytes: number) => void,
) {
  const { request } = context;
  const { operation, api } = entry;
  const read = readJson(request, bytes, hold);
  context.reqId = reqIdOf(read);
  const { securitySchemes } = deps.documents[api];
  const identity = operation.securityOptional
    ? anyone
    : await authenticate(deps, readCredential(request, bytes, securitySchemes, operation));
  if ('error' in read) throw read.error;
  return { identity, sent: read.value, base: baseUrl(context) };
}

/** Runs the operation of a request. */
async function perform(
  deps: Deps,
  entry: OperationEntry,
  context: HttpContext,
  { identity, sent, base }: Awaited<ReturnType<typeof prepare>>,
): Promise<Reply> {
  let lease: ReadLease | undefined;
  const startLease = async (projectId: string) =>
    (lease = await startRead(deps.reads, context, projectId));
  try {
    const fields = await runRequest(
      { ...deps, baseUrl: base, startRead: startLease },
      entry,
      identity,
      sent,
    );
    const response = entry.envelope.success(fields, context.reqId);
    const hints = [
      ...entry.bodyHints(sent),
      ...(entry.api === 'device' ? requestIdHints(sent) : []),
    ];
    if (hints.length > 0) context.headers[warningHeader] = headerText(hints.join(' '));
    return lease ? await largeJson(context, response, lease) : json(context, response);
  } catch (error) {
    lease?.end();
    throw error;
  }
}

async function respond(deps: Deps, entry: OperationEntry, context: HttpContext): Promise<Reply> {
  const { work } = deps;
  const { client } = context;
  const bytes = await readBody(context.request, limits.bodyBytes);
  const held = work.hold(client);
  try {
    // The request takes its turn when its body has arrived.
    const prepareThen = <T>(next: (prepared: Awaited<ReturnType<typeof prepare>>) => T) =>
      work.run(client, async () => next(await prepare(deps, entry, context, bytes, held.add)));
    if (!isLargeRead(deps.handlers, entry.id)) {
      return await prepareThen((prepared) => perform(deps, entry, context, prepared));
    }
    // It yields to other requests by itself, and has its own limits.
    const [prepared] = await prepareThen((ready) => [ready]);
    return await work.noted(client, () => perform(deps, entry, context, prepared));
  } finally {
    held.release();
  }
}

/** Methods of the operations by path: first those of the document, then those of the aliases. */
function methodsByPath({ method, path, aliases }: Operation): ReadonlyMap<string, string[]> {
  const routes = new Map<string, string[]>();
  for (const route of [{ method, path }, ...aliases]) {
    const methods = routes.get(route.path) ?? [];
    routes.set(route.path, [...methods, route.method]);
  }
  return routes;
}

/** Returns the routes of both APIs, by path below the sandbox. Paths and methods are those of the documents. */
function operationRoutes(deps: Deps): (readonly [string, Route])[] {
  return deps.operations.flatMap((entry) => {
    const { api, operation } = entry;
    const { provisional } = operation;
    const headers: Route['headers'] =
      provisional === undefined ? {} : { [provisionalHeader]: headerText(provisional) };
    const post: RouteHandler = (context) => respond(deps, entry, context);
    // A GET checks connectivity, without a credential or a body.
    const get: RouteHandler = (context) => json(context, entry.envelope.success({}));
    return [...methodsByPath(operation)].map(([path, names]) => {
      const methods = Object.fromEntries(names.map((name) => [name, name === 'GET' ? get : post]));
      return [`/${api}/v1${path}`, { methods, entry, headers }] as const;
    });
  });
}

/** A request for a stream without an upgrade to WebSocket. */
const streamRoute: Route = {
  methods: {
    GET: ({ headers }) => {
      headers.upgrade = 'websocket';
      const text = 'This is the endpoint of live streams. Connect with a WebSocket client.';
      throw new RequestError(426, 'sandbox::websocketonly', text);
    },
  },
};

/** Returns the routes that the sandbox does not emulate. */
function unemulatedRoutes(): (readonly [string, Route])[] {
  return notEmulated.flatMap(({ name }) => {
    const error = unemulated(name);
    if (!name.startsWith('/') || !error) return [];
    return [[name, { methods: { POST: () => Promise.reject(error) } }] as const];
  });
}

export interface HandlerOptions extends ProjectOptions {
  /** Path of the sandbox, without a trailing slash: `/sandbox`. */
  readonly path: string;
  /** Public base URL of the sandbox, without a trailing slash; defaults to the base URL of each request. */
  readonly publicUrl?: string | undefined;
  /** See `ErrorHelp`; by default, errors carry no link. */
  readonly siteUrl?: ErrorHelp['siteUrl'];
  /** Certificate that clients of the broker over TLS have to trust, as PEM. */
  readonly ca?: () => string;
  /** Called with errors of the sandbox itself. */
  readonly report?: (error: ErrorReport) => void;
}

/** Handles a request. `client` is the key that limits count under: the address of the client, or a key that represents it. */
export type Responder = (request: HttpRequest, client: string) => Promise<Reply>;

/** Returns the index of the sandbox: its URLs. */
function indexRoute({ brokerAddresses }: HandlerOptions): Route {
  return {
    methods: {
      GET: (context) => {
        const base = baseUrl(context);
        return json(context, {
          projects: `${base}/projects`,
          ca: `${base}/ca.pem`,
          platformUrl: `${base}/platform/v1`,
          deviceUrl: `${base}/device/v1`,
          ...(brokerAddresses && { broker: brokerAddresses(base) }),
        });
      },
    },
  };
}

function certificateRoute(ca: () => string): Route {
  return {
    methods: {
      GET: (context) => {
        const { headers } = context;
        headers['content-disposition'] = 'attachment; filename="anedya-sandbox-ca.pem"';
        headers['cache-control'] = 'no-cache';
        return withBody(context, 200, 'application/x-pem-file', ca());
      },
    },
  };
}

/** Headers that carry the credentials of the documents. */
function credentialHeaders({ platform, device }: Documents): string[] {
  const schemes = [...platform.securitySchemes, ...device.securitySchemes];
  const names = schemes.flatMap(({ header, extraHeaders, signatureHeaders }) => [
    header,
    ...Object.keys(extraHeaders),
    ...Object.values<string>({ ...signatureHeaders }),
  ]);
  return [...new Set(names)];
}

/** Responds to preflight requests of any origin (https://fetch.spec.whatwg.org/#http-cors-protocol). */
function preflight(documents: Documents): (context: HttpContext) => Reply {
  const own = ['Content-Type', 'Content-Disposition', 'Accept', 'Range'];
  const conditions = ['If-Range', 'If-Match', 'If-None-Match'];
  const allowed = [...own, ...conditions, ...credentialHeaders(documents)].join(', ');
  return ({ headers }) => {
    headers['access-control-allow-methods'] = 'GET, POST, PUT, DELETE, OPTIONS';
    headers['access-control-allow-headers'] = allowed;
    headers['access-control-max-age'] = '86400';
    return { status: 204, headers, body: null };
  };
}

/** Removes the body of a response to HEAD (RFC 9110, 9.3.2). */
async function withoutBody({ status, headers, body }: Reply): Promise<Reply> {
  if (body instanceof ReadableStream) await body.cancel();
  return { status, headers, body: null };
}

/**
 * Creates the HTTP side of a sandbox. It serves both APIs at `/platform/v1` and `/device/v1`, projects and files, below the path
 * of the sandbox.
 */
export function createResponder(deps: Deps, options: HandlerOptions): Responder {
  const { path: mount, publicUrl, ca, report = () => undefined } = options;
  const routes = new Map<string, Route>([
    ['/', indexRoute(options)],
    ...(ca ? [['/ca.pem', certificateRoute(ca)] as const] : []),
    ...Object.entries(projectRoutes(deps, options)),
    ...Object.entries(eventRoutes(deps)),
    [streamsPath, streamRoute],
    ...operationRoutes(deps),
    ...unemulatedRoutes(),
  ]);
  const { siteUrl = () => undefined } = options;
  const help: ErrorHelp = { documents: deps.documents, siteUrl };
  const files = fileRoutes(deps);
  const respondToPreflight = preflight(deps.documents);

  function routeOf(path: string): Route | undefined {
    const [, kind] = /^\/files\/(upload|download)\//.exec(path) ?? [];
    if (kind === 'upload' || kind === 'download') return files[kind];
    return routes.get(path) ?? routes.get(decodedPath(path));
  }

  /** Creates the error for a path or method that the sandbox does not have. */
  function notFound({ request, path, api }: HttpContext): RequestError {
    if (api) {
      const below = path.slice(`/${api}/v1`.length);
      return new RequestError(
        404,
        'sandbox::unknownoperation',
        unknownPath(deps.operations, api, below),
      );
    }
    const text = `The sandbox has no ${request.method} operation at this path. For all operations, see the reference; to create a project, send POST ${mount}/projects.`;
    return new RequestError(404, 'sandbox::unknownoperation', text);
  }

  function contextOf(request: HttpRequest, client: string): [HttpContext, Route | undefined] {
    const isAbsolute = URL.canParse(request.url);
    const url = new URL(request.url, 'http://sandbox.invalid');
    const { pathname } = url;
    const isBelow = pathname === mount || pathname.startsWith(`${mount}/`);
    const path = isBelow ? pathname.slice(mount.length) || '/' : '';
    const route = routeOf(path);
    const api = /^\/(platform|device)\/v1(?:\/|$)/.exec(path)?.[1] as HttpContext['api'];
    const base = publicUrl ?? (isAbsolute ? `${url.origin}${mount}` : undefined);
    const headers = Object.assign(commonHeaders(), route?.headers);
    const entry = route?.entry;
    return [{ request, url, path, client, base, headers, entry, api, reqId: undefined }, route];
  }

  function dispatch(context: HttpContext, route: Route | undefined): Reply | Promise<Reply> {
    const { request, headers, entry } = context;
    const { method } = request;
    if (method === 'OPTIONS') return respondToPreflight(context);
    if (!route) throw notFound(context);
    const { methods } = route;
    const handle = Object.hasOwn(methods, method) ? methods[method] : undefined;
    if (handle) return handle(context);
    if (method === 'HEAD' && methods.GET) return methods.GET(context);
    const names = Object.keys(methods);
    const implied = methods.GET ? ['HEAD', 'OPTIONS'] : ['OPTIONS'];
    headers.allow = [...names, ...implied].join(', ');
    const text = entry
      ? 'Send POST, as for every operation, including reads.'
      : `This URL does not accept ${method}. Send ${names.join(' or ')}.`;
    throw new RequestError(405, 'sandbox::methodnotallowed', text);
  }

  return async (request, client) => {
    const [context, route] = contextOf(request, client);
    let reply: Reply;
    try {
      reply = await dispatch(context, route);
    } catch (error) {
      reply = errorReply(context, error, report, help);
    }
    return request.method === 'HEAD' ? withoutBody(reply) : reply;
  };
}
