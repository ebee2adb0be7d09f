import type { Transaction } from 'kysely';
import { DateTime } from 'luxon';
import type { Database } from '../store/database.ts';
import type { Handler, Handlers, ReadContext, ReadHandler } from './context.ts';
import { latestTime, submittedTime } from './time.ts';
import { RequestError } from './errors.ts';
import { authenticatedNode } from './node-records.ts';
import { makeSpace } from './transaction.ts';
import { checkText, canonicalUuid, utf8Length } from './text.ts';

/** Returns the time of the oldest retained log lines: six calendar months ago, in UTC. Milliseconds. */
function oldestKeptLog(now: number): number {
  return DateTime.fromMillis(now, { zone: 'utc' }).minus({ months: 6 }).toMillis();
}

/** Maximum number of lines in one response. */
const maxLines = 1000;

async function findNode({ tx, projectId }: ReadContext, nodeid: string): Promise<string> {
  const id = canonicalUuid(nodeid);
  const node = await tx
    .selectFrom('nodes')
    .select('id')
    .where('project_id', '=', projectId)
    .where('id', '=', id)
    .executeTakeFirst();
  if (node) return node.id;
  throw new RequestError(404, 'logs::invalidnodeid', `This project has no node ${id}.`);
}

/**
 * Returns log lines of one node, with times in milliseconds. Without `to`, the range ends now; a limit of 0 means no limit.
 * @throws RequestError `logs::invalidnodeid`, `logs::invalidtimerange`
 */
const getLogs: ReadHandler<'platform/logs-getlogs'> = async (context, body) => {
  const { tx, projectId, now, pause } = context;
  const { nodeid, from, to = now, order = 'desc', limit = 0 } = body;
  const nodeId = await findNode(context, nodeid);
  if (from < 0 || to < from || to > latestTime) {
    throw new RequestError(
      400,
      'logs::invalidtimerange',
      'Send "from" and "to" in Unix milliseconds. "to", which is now if you do not send it, must not be before "from".',
    );
  }
  const rows = await tx
    .selectFrom('logs')
    .select(['timestamp', 'body'])
    .where('project_id', '=', projectId)
    .where('node_id', '=', nodeId)
    .where('timestamp', '>=', Math.max(from, oldestKeptLog(now)))
    .where('timestamp', '<=', to)
    .orderBy('timestamp', order)
    .orderBy('id', order)
    .limit(limit === 0 ? maxLines : limit)
    .execute();
  await pause(rows.length);
  const data = rows.map((row) => ({
    timestamp: row.timestamp,
    log: JSON.parse(row.body) as string,
  }));
  return { count: data.length, data };
};

/** Bytes of one line (specs/facts/device-api.md, 3.5); the schema can only count characters. */
const longestLine = 1024;

function checkLine(log: string): void {
  checkText('log', log);
  const bytes = utf8Length(log);
  if (bytes <= longestLine) return;
  const text = `A log line has ${bytes} bytes; the maximum is ${longestLine}. Split it.`;
  throw new RequestError(413, 'generic::malformedrequest', text);
}

/**
 * Stores the log lines of a device: all of them, or none if one is rejected. Above the quota, they replace the oldest lines.
 * @throws RequestError `generic::malformedrequest` for a line that is too long or cannot be stored, or a timestamp in the wrong
 * unit
 */
const submitLogs: Handler<'device/logs-submit-logs'> = async (context, body) => {
  const { tx, projectId, ids } = context;
  const nodeId = await authenticatedNode(context);
  const lines = body.data;
  if (lines.length === 0) return {};
  const rows = lines.map(({ timestamp, log }) => {
    checkLine(log);
    return {
      project_id: projectId,
      node_id: nodeId,
      id: ids.uuid(),
      timestamp: submittedTime(context, timestamp),
      body: JSON.stringify(log),
    };
  });
  // First, so that an old line that is submitted late does not replace a newer one.
  await tx.insertInto('logs').values(rows).execute();
  await makeSpace(context, 'logs', 0, (count) =>
    tx
      .selectFrom('logs')
      .select('id')
      .where('project_id', '=', projectId)
      .orderBy('timestamp')
      .orderBy('id')
      .limit(count)
      .execute(),
  );
  return {};
};

/**
 * Deletes log lines older than six months, in all projects. Requests do not return them anyway.
 * @param now milliseconds since 1970
 * @returns number of deleted lines
 */
export async function sweepLogs(tx: Transaction<Database>, now: number): Promise<number> {
  const { numDeletedRows } = await tx
    .deleteFrom('logs')
    .where('timestamp', '<', oldestKeptLog(now))
    .executeTakeFirstOrThrow();
  return Number(numDeletedRows);
}

export const logsHandlers = {
  'platform/logs-getlogs': { largeRead: getLogs },
  'device/logs-submit-logs': submitLogs,
} satisfies Partial<Handlers>;
