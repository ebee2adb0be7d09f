import type { Operation } from '@anedya-docs/openapi-model';
import type { ApiCall } from '../core/api/call-table.ts';
import { echoOf } from '../core/api/envelope.ts';
import { authenticate } from '../core/auth/authenticate.ts';
import type { Identity } from '../core/auth/identity.ts';
import type { JsonObject } from '../core/context.ts';
import type { Deps } from '../core/deps.ts';
import { limits } from '../core/limits.ts';
import type { ReadLease } from '../core/read-limiter.ts';
import { runApiCall } from '../core/run-call.ts';
import {
  baseUrl,
  type HttpContext,
  type ReadBody,
  readBody,
  readCredential,
  readJson,
} from './request.ts';
import {
  headerText,
  json,
  largeJson,
  provisionalHeader,
  type Reply,
  type Route,
  type RouteHandler,
  startRead,
  warningHeader,
} from './response.ts';

function reqIdOf(read: ReadBody): string | undefined {
  if ('error' in read || typeof read.value !== 'object' || read.value === null) return undefined;
  return echoOf(read.value as JsonObject);
}

/** The client of an operation that needs no credential. */
const anyone: Identity = {
  projectId: '',
  caller: { kind: 'anyone', transport: 'http' },
  hasDevice: false,
};

async function respond(deps: Deps, call: ApiCall, context: HttpContext): Promise<Reply> {
  const { request, headers } = context;
  const { operation, envelope, api } = call;
  const bytes = await readBody(request, limits.bodyBytes);
  const read = readJson(request, bytes);
  const reqId = reqIdOf(read);
  context.reqId = reqId;
  const { securitySchemes } = deps.documents[api];
  const identity = operation.securityOptional
    ? anyone
    : await authenticate(deps, readCredential(request, bytes, securitySchemes, operation));
  if ('error' in read) throw read.error;
  const filesUrl = `${baseUrl(context)}/files`;
  let lease: ReadLease | undefined;
  const startLease = async (projectId: string) =>
    (lease = await startRead(deps.reads, context, projectId));
  try {
    const fields = await runApiCall(
      { ...deps, filesUrl, startRead: startLease },
      call,
      identity,
      read.value,
    );
    const response = envelope.success(fields, reqId);
    const hints = call.bodyHints(read.value);
    if (hints.length > 0) headers[warningHeader] = headerText(hints.join(' '));
    return lease ? await largeJson(context, response, lease) : json(context, response);
  } catch (error) {
    lease?.end();
    throw error;
  }
}

/** Methods of an operation by path: those of its document, then those of its aliases. */
function methodsByPath({ method, path, aliases }: Operation): ReadonlyMap<string, string[]> {
  const routes = new Map<string, string[]>();
  for (const route of [{ method, path }, ...aliases]) {
    const methods = routes.get(route.path) ?? [];
    routes.set(route.path, [...methods, route.method]);
  }
  return routes;
}

/** Returns the routes of both APIs, by path below the sandbox. Paths and methods are those of the documents. */
export function callRoutes(deps: Deps): (readonly [string, Route])[] {
  return deps.calls.flatMap((call) => {
    const { api, operation } = call;
    const { provisional } = operation;
    const headers: Route['headers'] =
      provisional === undefined ? {} : { [provisionalHeader]: headerText(provisional) };
    const post: RouteHandler = (context) => respond(deps, call, context);
    // A GET is a probe: it asks whether a response comes, without a credential or a body.
    const get: RouteHandler = (context) => json(context, call.envelope.success({}));
    return [...methodsByPath(operation)].map(([path, names]) => {
      const methods = Object.fromEntries(names.map((name) => [name, name === 'GET' ? get : post]));
      return [`/${api}/v1${path}`, { methods, call, headers }] as const;
    });
  });
}
