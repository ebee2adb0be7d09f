import type { Selectable, Transaction } from 'kysely';
import type { Database } from '../store/database.ts';
import type { Context, JsonObject } from './context.ts';
import type { Deps } from './deps.ts';
import { isTooOldForRules } from './rule-pattern.ts';
import { makeSpace } from './transaction.ts';

/** Deletes the oldest events to make space for one more. */
export async function makeSpaceForEvent(context: Context): Promise<void> {
  const { tx, projectId } = context;
  await makeSpace(context, 'events', 1, (count) =>
    tx
      .selectFrom('events')
      .select('id')
      .where('project_id', '=', projectId)
      .orderBy('received')
      .orderBy('id')
      .limit(count)
      .execute(),
  );
}

type EventRow = Selectable<Database['events']>;

/** Returns an event as rules see it: what the webhook of the sandbox sends. */
function seenByRules({ node_id, type, timestamp, data }: EventRow): JsonObject {
  return {
    eventSource: node_id,
    eventType: type,
    timestamp,
    data: JSON.parse(data) as JsonObject,
  };
}

const rulesIn = ({ delivered }: EventRow) => JSON.parse(delivered) as string[];

function newestEvents(db: Deps['db'], projectId: string, limit: number) {
  return db
    .selectFrom('events')
    .selectAll()
    .where('project_id', '=', projectId)
    .orderBy('received', 'desc')
    .orderBy('id', 'desc')
    .limit(limit);
}

/** Returns the newest events of a project first, with the names of the rules that matched. Times are in milliseconds. */
export async function listEvents(
  { db }: Pick<Deps, 'db'>,
  projectId: string,
  limit: number,
): Promise<JsonObject[]> {
  const rows = await newestEvents(db, projectId, limit).execute();
  return rows.map((row) => ({
    eventId: row.id,
    ...seenByRules(row),
    received: row.received,
    isTooOldForRules: isTooOldForRules(row, row.received),
    rules: rulesIn(row),
  }));
}

/**
 * Returns the requests that the receiver of the sandbox got, the newest event first. Method and body are a choice of the
 * sandbox: no reference describes the webhook.
 */
export async function listDeliveries(
  { db }: Pick<Deps, 'db'>,
  projectId: string,
  limit: number,
): Promise<JsonObject[]> {
  const rows = await newestEvents(db, projectId, limit).where('delivered', '!=', '[]').execute();
  return rows.flatMap((row) => {
    const request = { received: row.received, method: 'POST', body: seenByRules(row) };
    return rulesIn(row).map((rule) => ({ rule, eventId: row.id, ...request }));
  });
}

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
