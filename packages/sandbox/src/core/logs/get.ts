import { CallError } from '../call-error.ts';
import type { ReadContext, ReadHandler } from '../context.ts';
import { latestTime } from '../data/time.ts';
import { canonicalUuid } from '../uuid.ts';
import { oldestKeptLog } from './retention.ts';

/** Maximum number of lines in one response. */
const maxLines = 1000;

interface Body {
  readonly nodeid: string;
  /** Milliseconds, as `to`. */
  readonly from: number;
  readonly to?: number;
  readonly order?: 'asc' | 'desc';
  readonly limit?: number;
}

async function findNode({ tx, projectId }: ReadContext, nodeid: string): Promise<string> {
  const id = canonicalUuid(nodeid);
  const node = await tx
    .selectFrom('nodes')
    .select('id')
    .where('project_id', '=', projectId)
    .where('id', '=', id)
    .executeTakeFirst();
  if (node) return node.id;
  throw new CallError(404, 'logs::invalidnodeid', `This project has no node ${id}.`);
}

/**
 * Log lines of one node, times in milliseconds. Without `to` the range ends now; a limit of 0 is none of one's own.
 * @throws CallError `logs::invalidnodeid`, `logs::invalidtimerange`
 */
export const getLogs: ReadHandler = async (context, body) => {
  const { tx, projectId, now, pause } = context;
  const { nodeid, from, to = now, order = 'desc', limit = 0 } = body as unknown as Body;
  const nodeId = await findNode(context, nodeid);
  if (from < 0 || to < from || to > latestTime) {
    throw new CallError(
      400,
      'logs::invalidtimerange',
      'Send "from" and "to" in Unix milliseconds, with "to" at "from" or later.',
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
