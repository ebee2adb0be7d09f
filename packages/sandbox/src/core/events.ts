import type { Transaction } from 'kysely';
import type { Database } from '../store/database.ts';
import type { Context, Handler, Handlers } from './context.ts';
import { submittedTime } from './time.ts';
import { RequestError } from './errors.ts';
import { limits } from './limits.ts';
import { authenticatedNode } from './node.ts';
import { checkText } from './text.ts';
import { lockProject } from './transaction.ts';

/**
 * Returns the data of an event as JSON text.
 * @throws RequestError 413 above the documented number of characters
 */
function dataText(data: Readonly<Record<string, unknown>>): string {
  const text = JSON.stringify(data);
  const length = Array.from(text).length;
  const max = limits.event.data;
  if (length <= max) return text;
  const message = `"data" has ${length} characters as JSON; the maximum is ${max}.`;
  throw new RequestError(413, 'generic::malformedrequest', message);
}

/** Deletes the oldest events to make space for one more, because no operation deletes events. */
async function makeSpace({ tx, projectId }: Context): Promise<void> {
  const events = tx.selectFrom('events').where('project_id', '=', projectId);
  const { held } = await events
    .select(({ fn }) => fn.countAll().as('held'))
    .executeTakeFirstOrThrow();
  const excess = Number(held) + 1 - limits.project.events;
  if (excess <= 0) return;
  const oldest = await events
    .select('id')
    .orderBy('received')
    .orderBy('id')
    .limit(excess)
    .execute();
  await tx
    .deleteFrom('events')
    .where('project_id', '=', projectId)
    .where(
      'id',
      'in',
      oldest.map(({ id }) => id),
    )
    .execute();
}

/**
 * Stores an event of the node (reference/device-api.md, 8). It triggers no rules.
 * @throws RequestError `generic::malformedrequest` for data that is too long, or a timestamp in the wrong unit
 */
const submitEvent: Handler<'device/events-submit'> = async (context, body) => {
  const { tx, projectId, ids, now } = context;
  const nodeId = await authenticatedNode(context);
  const { eventType, timestamp, data } = body;
  checkText('eventType', eventType);
  const event = {
    project_id: projectId,
    node_id: nodeId,
    id: ids.uuid(),
    type: eventType,
    timestamp: submittedTime(context, timestamp),
    data: dataText(data),
    received: now,
  };
  await lockProject(tx, projectId);
  await makeSpace(context);
  await tx.insertInto('events').values(event).execute();
  return {};
};

/** How long events are retained, in milliseconds: 7 days, a choice of this sandbox. */
export const eventsKept = 7 * 24 * 3_600_000;

/**
 * Deletes events past their retention, in all projects.
 * @param now milliseconds since 1970
 */
export async function sweepEvents(tx: Transaction<Database>, now: number): Promise<void> {
  await tx
    .deleteFrom('events')
    .where('received', '<=', now - eventsKept)
    .execute();
}

export const eventsHandlers = {
  'device/events-submit': submitEvent,
} satisfies Partial<Handlers>;
