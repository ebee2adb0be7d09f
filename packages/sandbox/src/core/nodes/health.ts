import { requireNode } from '../access.ts';
import type { Handler, JsonObject } from '../context.ts';
import { canonicalUuid } from '../uuid.ts';
import { nodeNotFound, unknownNode } from './find-node.ts';

const second = 1000;

/**
 * Whether nodes have sent a heartbeat within a threshold in seconds. `lastHeartbeat` is in Unix seconds, and 0 before the
 * first one.
 * @throws CallError `node::nodenotfound`, or `auth::accessdenied` for a node the token does not name
 */
export const healthStatus: Handler = async (context, body) => {
  const { tx, projectId, now } = context;
  const threshold = (body.lastContactThreshold as number) * second;
  const ids = [...new Set((body.nodes as readonly string[]).map(canonicalUuid))];
  for (const id of ids) requireNode(context, id);
  const unknown = await unknownNode(context, ids);
  if (unknown !== undefined) throw nodeNotFound(unknown);
  const rows = await tx
    .selectFrom('nodes')
    .select(['id', 'last_heartbeat'])
    .where('project_id', '=', projectId)
    .where('id', 'in', ids)
    .execute();
  const beats = new Map(rows.map(({ id, last_heartbeat }) => [id, last_heartbeat]));
  const data = ids.map((id): [string, JsonObject] => {
    const last = beats.get(id) ?? null;
    const online = last !== null && now - last <= threshold;
    return [id, { online, lastHeartbeat: Math.floor((last ?? 0) / second) }];
  });
  return { data: Object.fromEntries(data) };
};
