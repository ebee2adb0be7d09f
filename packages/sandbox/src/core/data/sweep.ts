import type { Transaction } from 'kysely';
import type { Database } from '../../store/database.ts';
import { recountPoints } from './point-count.ts';
import { oldestKept } from './retention.ts';

/**
 * Removes the points that have outlived the `ttl` of their variable, in all projects. Calls do not see them before either.
 * @param now milliseconds since 1970
 * @returns how many there were
 */
export async function sweepData(tx: Transaction<Database>, now: number): Promise<number> {
  const mortal = await tx
    .selectFrom('variables')
    .select(['project_id', 'variable', 'ttl'])
    .where('ttl', '>', 0)
    .execute();
  let removed = 0n;
  for (const { project_id, variable, ttl } of mortal) {
    const { numDeletedRows } = await tx
      .deleteFrom('points')
      .where('project_id', '=', project_id)
      .where('node_id', 'in', (from) =>
        from.selectFrom('nodes').select('id').where('project_id', '=', project_id),
      )
      .where('variable', '=', variable)
      .where('timestamp', '<', oldestKept(ttl, now))
      .executeTakeFirstOrThrow();
    removed += numDeletedRows;
  }
  const counted = await tx.selectFrom('point_counts').select('project_id').execute();
  for (const { project_id } of counted) await recountPoints(tx, project_id);
  return Number(removed);
}
