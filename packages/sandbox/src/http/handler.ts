import { type Documents, unknownPath } from '../core/api/call-table.ts';
import type { Deps } from '../core/deps.ts';
import { CallError } from '../core/errors.ts';
import { callRoutes } from './calls.ts';
import { fileMethods } from './files.ts';
import { type ProjectOptions, projectRoutes } from './projects.ts';
import { baseUrl, type HttpContext, type HttpRequest } from './request.ts';
import {
  commonHeaders,
  errorReply,
  type ErrorReport,
  json,
  type Reply,
  type Route,
  withBody,
} from './response.ts';

export interface HandlerOptions extends ProjectOptions {
  /** Path of the sandbox, without a trailing slash: `/sandbox`. */
  readonly path: string;
  /** Public base URL of the sandbox, without a trailing slash; by default, that of each request. */
  readonly publicUrl?: string | undefined;
  /** Certificate that clients of the broker over TLS have to trust, as PEM. */
  readonly ca?: () => string;
  /** Called with errors of the sandbox itself. */
  readonly report?: (error: ErrorReport) => void;
}

/** Handles a request. Limits count by `client`: its address, or what represents it. */
export type Responder = (request: HttpRequest, client: string) => Promise<Reply>;

/** @param client see `Responder`; by default, all requests are of one client */
export type Handler = (request: Request, client?: string) => Promise<Response>;

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

/** Headers that the credentials of the documents go into. */
function credentialHeaders({ platform, device }: Documents): string[] {
  const schemes = [...platform.securitySchemes, ...device.securitySchemes];
  const names = schemes.flatMap(({ header, extraHeaders, signatureHeaders }) => [
    ...[header, ...Object.keys(extraHeaders)],
    ...Object.values<string>({ ...signatureHeaders }),
  ]);
  return [...new Set(names)];
}

/** Responds to preflight requests of any origin (https://fetch.spec.whatwg.org/#http-cors-protocol). */
function preflight(documents: Documents): (context: HttpContext) => Reply {
  const own = ['Content-Type', 'Accept', 'Range', 'If-Range'];
  const allowed = [...own, ...credentialHeaders(documents)].join(', ');
  return ({ headers }) => {
    headers['access-control-allow-methods'] = 'GET, POST, PUT, DELETE, OPTIONS';
    headers['access-control-allow-headers'] = allowed;
    headers['access-control-max-age'] = '86400';
    return { status: 204, headers, body: null };
  };
}

/** Decodes percent-encoded characters of a path; returns a malformed path unchanged. */
function decoded(path: string): string {
  try {
    return path.includes('%') ? decodeURI(path) : path;
  } catch {
    return path;
  }
}

/** Removes the body of a response to HEAD (RFC 9110, 9.3.2). */
async function withoutBody({ status, headers, body }: Reply): Promise<Reply> {
  if (body instanceof ReadableStream) await body.cancel();
  return { status, headers, body: null };
}

/** Creates the HTTP side of a sandbox, for an adapter that sends responses itself. */
export function createResponder(deps: Deps, options: HandlerOptions): Responder {
  const { path: mount, publicUrl, ca, report = () => undefined } = options;
  const routes = new Map<string, Route>([
    ['/', indexRoute(options)],
    ...(ca ? [['/ca.pem', certificateRoute(ca)] as const] : []),
    ...Object.entries(projectRoutes(deps, options)),
    ...callRoutes(deps),
  ]);
  const files: Route = { methods: fileMethods(deps) };
  const respondToPreflight = preflight(deps.documents);

  function routeOf(path: string): Route | undefined {
    if (path.startsWith('/files/')) return files;
    return routes.get(path) ?? routes.get(decoded(path));
  }

  /** The error for a path, or a method of it, that the sandbox does not have. */
  function notFound({ request, path, api }: HttpContext): CallError {
    if (api) {
      const below = path.slice(`/${api}/v1`.length);
      return new CallError(404, 'sandbox::unknowncall', unknownPath(deps.calls, api, below));
    }
    const text = `The sandbox has no ${request.method} operation at this path. For all operations, see the reference; to create a project, send POST ${mount}/projects.`;
    return new CallError(404, 'sandbox::unknowncall', text);
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
    const call = route?.call;
    return [{ request, url, path, client, base, headers, call, api, reqId: undefined }, route];
  }

  function dispatch(context: HttpContext, route: Route | undefined): Reply | Promise<Reply> {
    const { request, headers, call } = context;
    const { method } = request;
    if (method === 'OPTIONS') return respondToPreflight(context);
    if (!route) throw notFound(context);
    const { methods } = route;
    const handle = Object.hasOwn(methods, method) ? methods[method] : undefined;
    if (handle) return handle(context);
    if (call) {
      headers.allow = [...Object.keys(methods), 'OPTIONS'].join(', ');
      const text = 'Send POST, as for every operation, including reads.';
      throw new CallError(405, 'sandbox::methodnotallowed', text);
    }
    if (method === 'HEAD' && methods.GET) return methods.GET(context);
    throw notFound(context);
  }

  return async (request, client) => {
    const [context, route] = contextOf(request, client);
    let reply: Reply;
    try {
      reply = await dispatch(context, route);
    } catch (error) {
      reply = errorReply(context, error, report);
    }
    return request.method === 'HEAD' ? withoutBody(reply) : reply;
  };
}

/**
 * Creates the HTTP side of a sandbox as a web-standard handler: both APIs at `/platform/v1` and `/device/v1`, projects and files,
 * below the path of the sandbox.
 */
export function createHandler(deps: Deps, options: HandlerOptions): Handler {
  const respond = createResponder(deps, options);
  return async (request, client = 'local') => {
    const { body, status, headers } = await respond(request, client);
    return new Response(body, { status, headers });
  };
}
