import type { JsonObject } from '../core/context.ts';
import type { Deps } from '../core/deps.ts';
import { malformed } from '../core/errors.ts';
import { listRules, replaceRules } from '../core/event-rules.ts';
import { listDeliveries, listEvents } from '../core/events.ts';
import { limits } from '../core/limits.ts';
import { type HttpContext, ownProject, readBody, readJson } from './request.ts';
import {
  json,
  largeJson,
  provisionalHeader,
  type Reply,
  type Route,
  startRead,
  succeed,
} from './response.ts';

/** @throws RequestError 400 for a `limit` that is not a number of events that a project can have */
function limitOf({ url }: HttpContext): number {
  const sent = url.searchParams.get('limit');
  if (sent === null) return limits.event.listed;
  const limit = /^\d{1,6}$/.test(sent) ? Number(sent) : 0;
  if (limit >= 1 && limit <= limits.project.events) return limit;
  const message = `"limit" must be an integer from 1 to ${limits.project.events}.`;
  throw malformed(message);
}

const unconfirmed: Route['headers'] = {
  [provisionalHeader]: 'Anedya does not document how rules are created, nor what a webhook sends.',
};

type List = (deps: Pick<Deps, 'db'>, projectId: string, limit: number) => Promise<JsonObject[]>;

/** Returns the routes of events, of rules on them, and of the deliveries of their webhooks. */
export function eventRoutes(deps: Deps): Record<string, Route> {
  /** Lists the newest events or deliveries; `limit` of the query string is a number of events. */
  const list =
    (field: string, read: List) =>
    async (context: HttpContext): Promise<Reply> => {
      const { projectId } = await ownProject(deps, context, false);
      const limit = limitOf(context);
      const lease = await startRead(deps.reads, context, projectId);
      try {
        const items = await read(deps, projectId, limit);
        await lease.pause(items.length);
        return await largeJson(context, succeed({ [field]: items }), lease);
      } catch (error) {
        lease.end();
        throw error;
      }
    };

  async function showRules(context: HttpContext): Promise<Reply> {
    const { projectId } = await ownProject(deps, context, false);
    return json(context, succeed({ rules: await listRules(deps, projectId) }));
  }

  async function setRules(context: HttpContext): Promise<Reply> {
    const bytes = await readBody(context.request, limits.bodyBytes);
    const { projectId } = await ownProject(deps, context, true, bytes);
    const read = readJson(context.request, bytes);
    if ('error' in read) throw read.error;
    const { value } = read;
    await deps.work.run(context.client, () => replaceRules(deps, projectId, value));
    return json(context, succeed({ rules: await listRules(deps, projectId) }));
  }

  return {
    '/projects/events': { methods: { GET: list('events', listEvents) } },
    '/projects/rules': { methods: { GET: showRules, PUT: setRules }, headers: unconfirmed },
    '/projects/deliveries': {
      methods: { GET: list('deliveries', listDeliveries) },
      headers: unconfirmed,
    },
  };
}
