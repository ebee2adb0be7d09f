import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import type { Operation } from '@anedya-docs/openapi-model';
import { authenticate } from '../core/auth/authenticate.ts';
import type { Identity } from '../core/auth/identity.ts';
import { type Api, type ApiCall, unknownPath } from '../core/api/call-table.ts';
import { echoOf } from '../core/api/envelope.ts';
import { runApiCall } from '../core/run-call.ts';
import { CallError } from '../core/errors.ts';
import type { JsonObject } from '../core/context.ts';
import { limits } from '../core/limits.ts';
import type { ReadLease } from '../reads/read-limiter.ts';
import type { Deps } from '../deps.ts';
import { baseUrl, type Mount, type ReadBody, readCredential, readJson } from './request.ts';
import { provisionalHeader, sendLarge, startRead, warningHeader } from './response.ts';
import type { ClientKey } from './projects.ts';

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

/** What the routes of calls work with. */
interface CallRoutes {
  readonly deps: Deps;
  readonly mount: Mount;
  readonly clientKey: ClientKey;
}

async function respond(
  { deps, mount, clientKey }: CallRoutes,
  call: ApiCall,
  request: FastifyRequest,
  reply: FastifyReply,
): Promise<JsonObject | FastifyReply> {
  const read = readJson(request);
  const reqId = reqIdOf(read);
  request.sandboxReqId = reqId;
  const { operation, envelope, api } = call;
  const identity = operation.securityOptional
    ? anyone
    : await authenticate(
        deps,
        readCredential(request, deps.documents[api].securitySchemes, operation),
      );
  if ('error' in read) throw read.error;
  const filesUrl = `${baseUrl(request, mount)}/files`;
  let lease: ReadLease | undefined;
  const startLease = async (projectId: string) =>
    (lease = await startRead(deps.reads, { projectId, client: clientKey(request) }, reply));
  try {
    const fields = await runApiCall(
      { ...deps, filesUrl, startRead: startLease },
      call,
      identity,
      read.value,
    );
    const response = envelope.success(fields, reqId);
    const hints = call.bodyHints(read.value);
    if (hints.length > 0) void reply.header(warningHeader, headerText(hints.join(' ')));
    if (!lease) return response;
    await sendLarge(reply, response, lease);
  } catch (error) {
    lease?.end();
    throw error;
  }
  return reply;
}

/** Text of a header: visible ASCII on one line (RFC 9110, 5.5). */
function headerText(text: string): string {
  return text.replace(/\s+/g, ' ').replace(/[^\x20-\x7e]/g, '?');
}

function tellProvisional(reply: FastifyReply, { operation: { provisional } }: ApiCall): void {
  if (provisional === undefined) return;
  void reply.header(provisionalHeader, headerText(provisional));
}

/** Methods of an operation by path: those of its document, then those of its aliases. */
function routesOf({ method, path, aliases }: Operation): ReadonlyMap<string, readonly string[]> {
  const routes = new Map<string, string[]>();
  for (const route of [{ method, path }, ...aliases]) {
    const methods = routes.get(route.path) ?? [];
    routes.set(route.path, [...methods, route.method]);
  }
  return routes;
}

/** Adds the routes of one API, each at the paths and with the methods of its document. */
export function addCalls(app: FastifyInstance, routes: CallRoutes, api: Api): void {
  const { deps } = routes;
  const others = app.supportedMethods.filter((name) => name !== 'OPTIONS');
  for (const call of deps.calls) {
    if (call.api !== api) continue;
    const config = { sandboxCall: call };
    for (const [url, methods] of routesOf(call.operation)) {
      for (const method of methods) {
        app.route({
          method,
          url,
          config,
          exposeHeadRoute: false,
          bodyLimit: limits.bodyBytes,
          onRequest: (_request, reply, next) => {
            tellProvisional(reply, call);
            next();
          },
          // A GET is a probe: it asks whether a response comes, without a credential or a body.
          handler: (request, reply) =>
            method === 'GET' ? call.envelope.success({}) : respond(routes, call, request, reply),
        });
      }
      app.route({
        method: others.filter((name) => !methods.includes(name)),
        url,
        config,
        exposeHeadRoute: false,
        onRequest: (_request, reply, next) => {
          tellProvisional(reply, call);
          void reply.header('allow', [...methods, 'OPTIONS'].join(', '));
          const text = 'Send POST: every operation does, reads included.';
          next(new CallError(405, 'sandbox::methodnotallowed', text));
        },
        handler: () => undefined,
      });
    }
  }
  app.setNotFoundHandler((request) => {
    request.sandboxApi = api;
    const [url = ''] = request.url.split('?', 1);
    const path = url.startsWith(app.prefix) ? url.slice(app.prefix.length) : url;
    const message = unknownPath(deps.calls, api, path);
    throw new CallError(404, 'sandbox::unknowncall', message);
  });
}
