import type { Insertable } from 'kysely';
import { prepared } from '../../store/prepared.ts';
import type { PointTable } from '../../store/tables/data.ts';
import type { Context } from '../context.ts';
import { chunks } from './chunks.ts';

export type Point = Insertable<PointTable>;

/** Rows of six parameters in one statement: SQLite takes 32,766 parameters. */
const perInsert = 1000;

const insert = prepared((db, { rows }: { readonly rows: readonly Point[] }) =>
  db
    .insertInto('points')
    .values(rows)
    .onConflict((conflict) =>
      conflict.columns(['project_id', 'node_id', 'variable', 'timestamp']).doUpdateSet((row) => ({
        number: row.ref('excluded.number'),
        json: row.ref('excluded.json'),
      })),
    ),
);

/**
 * Writes points. A point with the node, variable and time of an earlier one replaces it, also within the list: one
 * statement may not touch a row twice.
 */
export async function insertPoints({ tx }: Context, points: readonly Point[]): Promise<void> {
  const last = new Map(points.map((point) => [`${point.timestamp} ${point.variable}`, point]));
  for (const part of chunks([...last.values()], perInsert)) {
    await insert(tx, { rows: part });
  }
}
