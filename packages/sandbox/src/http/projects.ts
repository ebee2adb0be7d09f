import { clientRateLimit } from '../core/client-rate-limit.ts';
import type { JsonObject } from '../core/context.ts';
import type { Deps } from '../core/deps.ts';
import { RequestError, RetryLater } from '../core/errors.ts';
import { limits } from '../core/limits.ts';
import { createProject, deleteProject, resetProject } from '../core/projects/lifecycle.ts';
import { describeProject, renewSampleData } from '../core/projects/describe.ts';
import { exportProject } from '../core/projects/export.ts';
import { importProject } from '../core/projects/import.ts';
import { blocksOf } from '../serve/fairness/index.ts';
import {
  baseUrl,
  type HttpContext,
  ownProject,
  readBody,
  readLargeBody,
  requireJson,
} from './request.ts';
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

/** Limits the projects that a network can create: `max` at once, and as many again over the course of the window. */
function creationRate({ shared }: Deps) {
  const { max, window } = limits.creation;
  const perSecond = max / (window / second);
  const rate = clientRateLimit(shared, 'projects', { burst: max, perSecond });
  return async ({ client }: HttpContext): Promise<void> => {
    if (await rate.take(client)) return;
    throw new RetryLater(
      429,
      'sandbox::toomanyprojects',
      `Your network has reached its limit of ${max} new projects per hour. Use or reset an existing project.`,
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

function importLost(): RetryLater {
  const text =
    'The sandbox stopped this import for one of a client with fewer imports. Send one at a time, and try again.';
  return new RetryLater(429, 'sandbox::toomanyimports', text, 5);
}

/** Returns the name of a client that is stored with its projects: of its largest block. It does not reveal the address. */
async function clientName({ fileKey }: Deps, client: string): Promise<string> {
  const largest = blocksOf(client).at(-1)?.key ?? client;
  return (await fileKey.sign(`client ${largest}`)).slice(0, 32);
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
    const { client } = context;
    const name = await clientName(deps, client);
    const { projectId, apiKey } = await deps.work.run(client, () => createProject(deps, name));
    const described = await describeProject(deps, projectId);
    return json(context, succeed({ apiKey, ...described, ...where }), 201);
  }

  async function describe(context: HttpContext): Promise<Reply> {
    const where = addresses(context);
    const { projectId } = await ownProject(deps, context, false);
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
    const { projectId } = await ownProject(deps, context);
    deps.work.checkCrashes(context.client);
    const lease = await startRead(deps.reads, context, projectId);
    try {
      const file = await deps.work.noted(context.client, () =>
        exportProject(deps, projectId, lease.pause),
      );
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
    let replaced: Awaited<ReturnType<typeof ownProject>> | undefined;
    if (request.headers.get('authorization') === null) {
      checkPage(context, allowed);
      await checkRate(context);
    } else {
      // Before the body is read: an API key does not sign it.
      replaced = await ownProject(deps, context, true, new Uint8Array());
    }
    // A slot is taken when the body has arrived: a client that sends it slowly holds none.
    deps.work.checkCrashes(client);
    const body = await readLargeBody(context, limits.projectFile.bytes, deps.work);
    const { bytes } = body;
    const losing = new AbortController();
    let release: () => void = () => undefined;
    try {
      requireJson(request, bytes);
      release = imports.take(client, () => {
        losing.abort();
      });
      const check = () => {
        body.check();
        if (losing.signal.aborted) throw importLost();
      };
      if (replaced !== undefined) deps.reads.charge({ ...replaced, client }, bytes.length);
      const creator = await clientName(deps, client);
      const { apiKey, projectId } = await deps.work.noted(client, () =>
        importProject(deps, bytes, { replaced: replaced?.hash, creator, check }),
      );
      const described = await describeProject(deps, projectId);
      const access: JsonObject = apiKey === undefined ? {} : { apiKey };
      return json(
        context,
        succeed({ ...access, ...described, ...where }),
        replaced === undefined ? 201 : 200,
      );
    } finally {
      release();
      body.release();
    }
  }

  async function reset(context: HttpContext): Promise<Reply> {
    const where = addresses(context);
    const { hash } = await ownProject(deps, context);
    const projectId = await deps.work.run(context.client, () => resetProject(deps, hash));
    return json(context, succeed({ ...(await describeProject(deps, projectId)), ...where }));
  }

  async function remove(context: HttpContext): Promise<Reply> {
    const { hash } = await ownProject(deps, context);
    await deps.work.run(context.client, () => deleteProject(deps, hash));
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
