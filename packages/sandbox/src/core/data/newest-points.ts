import type { JsonObject, ReadContext } from '../context.ts';
import type { Variable } from '../variables/find-variables.ts';
import { oldestKept } from './retention.ts';
import { toSeconds } from './time.ts';
import { toValue } from './value.ts';

/**
 * The newest point of each node that is not later than `last`, by node id. One statement, which looks each node's point
 * up by the key.
 * @param last milliseconds since 1970
 */
export async function newestPoints(
  { tx, projectId, now, pause }: ReadContext,
  { variable, ttl }: Variable,
  nodes: readonly string[],
  last: number,
): Promise<{ readonly count: number; readonly data: JsonObject }> {
  if (nodes.length === 0) return { count: 0, data: {} };
  const rows = await tx
    .selectFrom((from) =>
      from
        .selectFrom('nodes')
        .where('nodes.project_id', '=', projectId)
        .where('nodes.id', 'in', nodes)
        .select((node) => [
          'nodes.id as node',
          node
            .selectFrom('points as earlier')
            .select(({ fn }) => fn.max('earlier.timestamp').as('newest'))
            .where('earlier.project_id', '=', projectId)
            .whereRef('earlier.node_id', '=', 'nodes.id')
            .where('earlier.variable', '=', variable)
            .where('earlier.timestamp', '>=', oldestKept(ttl, now))
            .where('earlier.timestamp', '<=', last)
            .as('newest'),
        ])
        .as('newest_of'),
    )
    .innerJoin('points', (join) =>
      join
        .onRef('points.node_id', '=', 'newest_of.node')
        .onRef('points.timestamp', '=', 'newest_of.newest')
        .on('points.project_id', '=', projectId)
        .on('points.variable', '=', variable),
    )
    .select(['points.node_id', 'points.timestamp', 'points.number', 'points.json'])
    .execute();
  await pause(rows.length);
  const points = rows.map(
    (row) => [row.node_id, { timestamp: toSeconds(row.timestamp), value: toValue(row) }] as const,
  );
  return { count: points.length, data: Object.fromEntries(points) };
}
