import { sql } from 'kysely';
import type { Context } from '../context.ts';
import { oldestKept } from '../data/retention.ts';
import type { Range } from '../data/time.ts';
import type { Variable } from '../variables/find-variables.ts';
import type { Method } from './accumulators.ts';

/** One point, or several of one minute. */
export interface Numbers {
  readonly node_id: string;
  /** Milliseconds since 1970; of several points, the first one's. */
  readonly timestamp: number;
  /** Of several points, what the method makes of them; for an average, their sum. */
  readonly number: number | null;
  /** How many points; one where it is not there. */
  readonly count?: number;
}

/** Since 1973 every bucket of every zone starts with a minute of UTC: Liberia was the last to differ, by 30 seconds. */
const wholeMinutes = Date.UTC(1973, 0);

/** What the store can do with the points of a minute, for the methods that do not need each of them. */
const folds: Partial<Record<Method, 'sum' | 'min' | 'max'>> = {
  sum: 'sum',
  avg: 'sum',
  min: 'min',
  max: 'max',
};

/**
 * PostgreSQL fails where SQLite has infinity or 0. So the store adds up two sums of a minute, whose points are 60,000 at most:
 * that of the huge numbers, made smaller by a power of two, which changes no digit of them, and that of all others.
 */
const huge = { from: 1e300, scale: 2 ** -16 };
const isHuge = sql`abs(number) >= ${sql.lit(huge.from)}`;
const sumOfHuge = sql<number>`sum(case when ${isHuge} then number * ${sql.lit(huge.scale)} else 0 end)`;
const sumOfOthers = sql<number>`sum(case when ${isHuge} then 0 else number end)`;

function select(
  { tx, projectId, now }: Context,
  { variable, ttl }: Variable,
  nodes: readonly string[],
  { first, last }: Range,
) {
  return tx
    .selectFrom('points')
    .where('project_id', '=', projectId)
    .where('node_id', 'in', nodes)
    .where('variable', '=', variable)
    .where('timestamp', '>=', Math.max(first, oldestKept(ttl, now)))
    .where('timestamp', '<=', last)
    .where('number', 'is not', null);
}

/**
 * The numbers of a range, node by node, each node's in the order of time, which is the order of the key. Where the method
 * allows, the store folds each minute first: a day of a point a second comes as 1440 rows.
 */
export async function readNumbers(
  context: Context,
  variable: Variable,
  nodes: readonly string[],
  range: Range,
  method: Method,
): Promise<readonly Numbers[]> {
  if (nodes.length === 0) return [];
  const points = select(context, variable, nodes, range);
  const fold = range.first >= wholeMinutes ? folds[method] : undefined;
  if (fold === undefined) {
    return points
      .select(['node_id', 'timestamp', 'number'])
      .orderBy('node_id')
      .orderBy('timestamp')
      .execute();
  }
  // A division of integers, in both stores; a bound parameter would make it one of fractions in SQLite.
  const minute = sql<number>`timestamp / 60000`;
  const rows = await points
    .select('node_id')
    .select(({ fn }) => [
      fn.min('timestamp').as('timestamp'),
      (fold === 'sum' ? sumOfOthers : fn.agg<number>(fold, ['number'])).as('number'),
      (fold === 'sum' ? sumOfHuge : sql.lit(0)).as('huge'),
      fn.countAll<number>().as('count'),
    ])
    .groupBy(['node_id', minute])
    .orderBy('node_id')
    .orderBy(minute)
    .execute();
  return rows.map((row) => ({ ...row, number: row.number + row.huge / huge.scale }));
}
