import type { JsonObject } from '../core/context.ts';
import type { Deps } from '../core/deps.ts';
import { RequestError, RetryLater } from '../core/errors.ts';
import { limits } from '../core/limits.ts';
import { createProject, deleteProject, resetProject } from '../core/projects/lifecycle.ts';
import { describeProject, renewSampleData } from '../core/projects/describe.ts';
import { exportProject, importProject, readProjectFile } from '../core/projects/transfer.ts';
import { baseUrl, type HttpContext, ownProject, readBody, readJson } from './request.ts';
import {
  encodedJson,
  json,
  largeJson,
  type Reply,
  type Route,
  startRead,
  succeed,
} from './response.ts';
import { TransferSlots } from './transfer-slots.ts';

const second = 1000;

export interface ProjectOptions {
  /** Origins whose pages may create projects, in addition to the request's own origin and those of this machine. */
  readonly pageOrigins?: readonly string[];
  /** Returns the addresses of the broker for the base URL of a request. If omitted, responses contain no broker. */
  readonly brokerAddresses?: (base: string) => JsonObject;
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

/** Returns the routes that create, show, export, import, reset and delete a project. */
export function projectRoutes(
  deps: Deps,
  { pageOrigins = [], brokerAddresses }: ProjectOptions,
): Record<string, Route> {
  const allowed = new Set(pageOrigins);
  const checkRate = creationRate(deps);
  const imports = new TransferSlots('import', limits.projectFile.imports);

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
    await renewSampleData(deps, projectId);
    const lease = await startRead(deps.reads, context, projectId);
    try {
      const { db, clock, ids, storage } = deps;
      const parts = { db, clock, ids, storage, pause: lease.pause };
      const described = await describeProject(parts, projectId);
      return await largeJson(context, succeed({ ...described, ...where }), lease);
    } catch (error) {
      lease.end();
      throw error;
    }
  }

  /** Sends everything that the project holds, with all secrets except its API key. */
  async function exportFile(context: HttpContext): Promise<Reply> {
    const projectId = await ownProject(deps, context);
    const lease = await startRead(deps.reads, context, projectId);
    try {
      const file = await exportProject(deps, projectId, lease.pause);
      const name = 'anedya-sandbox-project.json';
      context.headers['content-disposition'] = `attachment; filename="${name}"`;
      return encodedJson(context, file, lease);
    } catch (error) {
      lease.end();
      throw error;
    }
  }

  /** Creates a project from a file; with an API key, replaces the data of its project. */
  async function importFile(context: HttpContext): Promise<Reply> {
    const { request, client } = context;
    const where = addresses(context);
    let projectId: string | undefined;
    if (request.headers.get('authorization') === null) {
      checkPage(context, allowed);
      await checkRate(context);
    } else {
      // Before the body is read: an API key does not sign it.
      projectId = await ownProject(deps, context, true, new Uint8Array());
    }
    const release = imports.take(client);
    try {
      const bytes = await readBody(request, limits.projectFile.bytes);
      if (projectId !== undefined) deps.reads.charge({ projectId, client }, bytes.length);
      const read = readJson(request, bytes);
      if ('error' in read) throw read.error;
      const rows = await readProjectFile(read.value, deps.pause);
      const { apiKey, ...project } = await importProject(deps, rows, projectId);
      const described = await describeProject(deps, project.projectId);
      const access: JsonObject = apiKey === undefined ? {} : { apiKey };
      return json(
        context,
        succeed({ ...access, ...described, ...where }),
        projectId === undefined ? 201 : 200,
      );
    } finally {
      release();
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
    '/projects/current/export': { methods: { GET: exportFile } },
    '/projects/import': { methods: { POST: importFile } },
    '/projects/reset': { methods: { POST: reset } },
  };
}
