import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { authenticate } from '../core/auth/authenticate.ts';
import { CallError, RetryLater } from '../core/errors.ts';
import type { JsonObject } from '../core/context.ts';
import { limits } from '../core/limits.ts';
import { createProject, resetProject } from '../core/projects/create.ts';
import { describeProject } from '../core/projects/describe.ts';
import { deleteProject } from '../core/projects/end.ts';
import type { Deps } from '../deps.ts';
import { baseUrl, type Mount, readCredential } from './request.ts';
import { sendLarge, startRead } from './response.ts';

const second = 1000;

/** What a rate counts as one client. */
export type ClientKey = (request: FastifyRequest) => string;

/** Where programs find the broker, by the name that a request used. */
export type BrokerAddresses = (request: FastifyRequest) => JsonObject;

export interface ProjectOptions {
  readonly clientKey: ClientKey;
  /** Origins beside the request's own and those of this machine whose pages may create projects. */
  readonly pageOrigins: readonly string[];
  readonly brokerAddresses: BrokerAddresses | undefined;
}

function succeed(fields: JsonObject): JsonObject {
  return { success: true, error: '', errorcode: 0, reasonCode: 'generic::ok', ...fields };
}

/** Lets an address create so many projects at once, and as many again in the course of the window. */
function creationRate(deps: Deps, clientKey: ClientKey) {
  const { max, window } = limits.creation;
  const perSecond = max / (window / second);
  const rate = deps.shared.rateLimit('projects', { burst: max, perSecond });
  return async (request: FastifyRequest): Promise<void> => {
    if (await rate.take(clientKey(request))) return;
    throw new RetryLater(
      429,
      'sandbox::toomanyprojects',
      `An address may create ${max} projects in an hour. Use or reset one of them.`,
      Math.ceil(1 / perSecond),
    );
  };
}

/** A page of the reader's own machine, such as a development server. */
function isLoopback(origin: string): boolean {
  const { hostname } = new URL(origin);
  return /^(?:localhost|.+\.localhost|127\.\d+\.\d+\.\d+|\[::1\])$/.test(hostname);
}

/**
 * Rejects what a page of another site sends: any page could use up the projects that its visitors may create. Programs send
 * neither header (https://www.w3.org/TR/fetch-metadata/, 2.5).
 * @throws CallError 403 `sandbox::foreignpage`
 */
function checkPage(request: FastifyRequest, own: string, allowed: ReadonlySet<string>): void {
  const { origin, 'sec-fetch-site': site } = request.headers;
  // Only the browser itself sets it, and knows the address of the page also behind a proxy.
  if (site === 'same-origin' || site === 'none') return;
  if (origin === undefined && site === undefined) return;
  const isKnown =
    origin !== undefined &&
    URL.canParse(origin) &&
    (origin === new URL(own).origin || allowed.has(origin) || isLoopback(origin));
  if (isKnown) return;
  throw new CallError(
    403,
    'sandbox::foreignpage',
    'A page of another site cannot create a project. Create it in the documentation or with a program; the operator of this sandbox can allow an origin in PROXY_CORS_ORIGINS.',
  );
}

/** Adds the calls that make, show, refill and end a project. */
export function addProjects(
  app: FastifyInstance,
  deps: Deps,
  mount: Mount,
  { clientKey, pageOrigins, brokerAddresses }: ProjectOptions,
): void {
  const allowed = new Set(pageOrigins);
  const options = { bodyLimit: limits.bodyBytes };
  const checkRate = creationRate(deps, clientKey);

  async function ownProject(request: FastifyRequest, isUse = true): Promise<string> {
    const platform = deps.documents.platform;
    const [operation] = platform.operations;
    if (!operation) throw new Error('the document of the Platform API has no operations');
    const credential = readCredential(request, platform.securitySchemes, operation);
    if (credential.kind !== 'apiKey') {
      throw new CallError(403, 'auth::accessdenied', 'This call needs the API key of the project.');
    }
    return (await authenticate(deps, credential, isUse)).projectId;
  }

  /** Where the project is used, by the name that the request used. */
  function addresses(request: FastifyRequest): JsonObject {
    const base = baseUrl(request, mount);
    return {
      platformUrl: `${base}/platform/v1`,
      deviceUrl: `${base}/device/v1`,
      ...(brokerAddresses && { broker: brokerAddresses(request) }),
    };
  }

  // A request that could get no response is rejected before anything is done.
  app.post('/projects', options, async (request, reply: FastifyReply) => {
    const where = addresses(request);
    checkPage(request, baseUrl(request, mount), allowed);
    await checkRate(request);
    const { projectId, apiKey } = await createProject(deps);
    const described = await describeProject(deps, projectId);
    return reply.code(201).send(succeed({ apiKey, ...described, ...where }));
  });
  app.get('/projects/current', async (request, reply: FastifyReply) => {
    const where = addresses(request);
    const projectId = await ownProject(request, false);
    const lease = await startRead(deps.reads, { projectId, client: clientKey(request) }, reply);
    try {
      const { db, clock, ids } = deps;
      const described = await describeProject({ db, clock, ids, pause: lease.pause }, projectId);
      await sendLarge(reply, succeed({ ...described, ...where }), lease);
    } catch (error) {
      lease.end();
      throw error;
    }
    return reply;
  });
  app.post('/projects/reset', options, async (request) => {
    const where = addresses(request);
    const projectId = await ownProject(request);
    await resetProject(deps, projectId);
    return succeed({ ...(await describeProject(deps, projectId)), ...where });
  });
  app.delete('/projects', options, async (request) => {
    await deleteProject(deps, await ownProject(request));
    return succeed({});
  });
}
