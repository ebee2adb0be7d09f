import { authenticate } from '../core/auth/authenticate.ts';
import type { JsonObject } from '../core/context.ts';
import type { Deps } from '../core/deps.ts';
import { RequestError, RetryLater } from '../core/errors.ts';
import { limits } from '../core/limits.ts';
import { createProject, deleteProject, resetProject } from '../core/projects/lifecycle.ts';
import { describeProject } from '../core/projects/describe.ts';
import { baseUrl, type HttpContext, readBody, readCredential } from './request.ts';
import { json, largeJson, type Reply, type Route, startRead } from './response.ts';

const second = 1000;

export interface ProjectOptions {
  /** Origins whose pages may create projects, in addition to the request's own origin and those of this machine. */
  readonly pageOrigins?: readonly string[];
  /** Returns the addresses of the broker for the base URL of a request. If omitted, responses contain no broker. */
  readonly brokerAddresses?: (base: string) => JsonObject;
}

export function succeed(fields: JsonObject): JsonObject {
  return { success: true, error: '', errorcode: 0, reasonCode: 'generic::ok', ...fields };
}

/** Limits the projects that an address can create: `max` at once, and as many again over the course of the window. */
function creationRate({ shared }: Deps) {
  const { max, window } = limits.creation;
  const perSecond = max / (window / second);
  const rate = shared.rateLimit('projects', { burst: max, perSecond });
  return async ({ client }: HttpContext): Promise<void> => {
    if (await rate.take(client)) return;
    throw new RetryLater(
      429,
      'sandbox::toomanyprojects',
      `An address can create ${max} projects per hour. Use or reset one of them.`,
      Math.ceil(1 / perSecond),
    );
  };
}

/** Returns whether an origin is a page on the reader's machine, such as a development server. */
function isLoopback(origin: string): boolean {
  const { hostname } = new URL(origin);
  return /^(?:localhost|.+\.localhost|127\.\d+\.\d+\.\d+|\[::1\])$/.test(hostname);
}

/**
 * Rejects requests from pages of other sites: any page could otherwise use up the projects that its visitors may create.
 * Programs send neither header (https://www.w3.org/TR/fetch-metadata/, 2.5).
 * @throws RequestError 403 `sandbox::foreignpage`
 */
function checkPage(context: HttpContext, allowed: ReadonlySet<string>): void {
  const { headers } = context.request;
  const [origin, site] = [headers.get('origin'), headers.get('sec-fetch-site')];
  // Set by the browser itself, which knows the origin of the page even behind a proxy.
  if (site === 'same-origin' || site === 'none') return;
  if (origin === null && site === null) return;
  const own = new URL(baseUrl(context)).origin;
  const isKnown =
    origin !== null &&
    URL.canParse(origin) &&
    (origin === own || allowed.has(origin) || isLoopback(origin));
  if (isKnown) return;
  throw new RequestError(
    403,
    'sandbox::foreignpage',
    'A page of another site cannot create a project. Create it in the documentation or with a program; the operator of this sandbox can allow an origin in PROXY_CORS_ORIGINS.',
  );
}

/**
 * Returns the id of the project whose API key a request has.
 * @param isUse false for a request that only describes the project
 * @param bytes body of the request, if it has been read
 * @throws RequestError for another credential
 */
export async function ownProject(
  deps: Deps,
  { request }: HttpContext,
  isUse = true,
  bytes?: Uint8Array,
): Promise<string> {
  const platform = deps.documents.platform;
  const [operation] = platform.operations;
  if (!operation) throw new Error('the document of the Platform API has no operations');
  const body = bytes ?? (await readBody(request, limits.bodyBytes));
  const credential = readCredential(request, body, platform.securitySchemes, operation);
  if (credential.kind !== 'apiKey') {
    throw new RequestError(
      403,
      'auth::accessdenied',
      'This request requires the API key of the project.',
    );
  }
  return (await authenticate(deps, credential, isUse)).projectId;
}

/** Returns the routes that create, show, reset and delete a project. */
export function projectRoutes(
  deps: Deps,
  { pageOrigins = [], brokerAddresses }: ProjectOptions,
): Record<string, Route> {
  const allowed = new Set(pageOrigins);
  const checkRate = creationRate(deps);

  /** Returns the URLs of the project, with the host name of the request. */
  function addresses(context: HttpContext): JsonObject {
    const base = baseUrl(context);
    return {
      platformUrl: `${base}/platform/v1`,
      deviceUrl: `${base}/device/v1`,
      ...(brokerAddresses && { broker: brokerAddresses(base) }),
    };
  }

  // Each handler first determines the base URL, so that an invalid host is rejected before any work.
  async function create(context: HttpContext): Promise<Reply> {
    const where = addresses(context);
    await readBody(context.request, limits.bodyBytes);
    checkPage(context, allowed);
    await checkRate(context);
    const { projectId, apiKey } = await createProject(deps);
    const described = await describeProject(deps, projectId);
    return json(context, succeed({ apiKey, ...described, ...where }), 201);
  }

  async function describe(context: HttpContext): Promise<Reply> {
    const where = addresses(context);
    const projectId = await ownProject(deps, context, false);
    const lease = await startRead(deps.reads, context, projectId);
    try {
      const { db, clock, ids } = deps;
      const described = await describeProject({ db, clock, ids, pause: lease.pause }, projectId);
      return await largeJson(context, succeed({ ...described, ...where }), lease);
    } catch (error) {
      lease.end();
      throw error;
    }
  }

  async function reset(context: HttpContext): Promise<Reply> {
    const where = addresses(context);
    const projectId = await ownProject(deps, context);
    await resetProject(deps, projectId);
    return json(context, succeed({ ...(await describeProject(deps, projectId)), ...where }));
  }

  async function remove(context: HttpContext): Promise<Reply> {
    await deleteProject(deps, await ownProject(deps, context));
    return json(context, succeed({}));
  }

  return {
    '/projects': { methods: { POST: create, DELETE: remove } },
    '/projects/current': { methods: { GET: describe } },
    '/projects/reset': { methods: { POST: reset } },
  };
}
