import type { Kysely, Transaction } from 'kysely';
import type { Database } from '../../store/database.ts';
import type { ReadContext } from '../context.ts';
import { inTransaction } from '../transaction.ts';
import { recountPoints } from './point-count.ts';
import { oldestKept } from './retention.ts';

async function sweepProject(
  tx: Transaction<Database>,
  projectId: string,
  now: number,
): Promise<number> {
  const mortal = await tx
    .selectFrom('variables')
    .select(['variable', 'ttl'])
    .where('project_id', '=', projectId)
    .where('ttl', '>', 0)
    .execute();
  let removed = 0n;
  for (const { variable, ttl } of mortal) {
    const { numDeletedRows } = await tx
      .deleteFrom('points')
      .where('project_id', '=', projectId)
      .where('node_id', 'in', (from) =>
        from.selectFrom('nodes').select('id').where('project_id', '=', projectId),
      )
      .where('variable', '=', variable)
      .where('timestamp', '<', oldestKept(ttl, now))
      .executeTakeFirstOrThrow();
    removed += numDeletedRows;
  }
  await recountPoints(tx, projectId);
  return Number(removed);
}

/**
 * Removes the points that have outlived the `ttl` of their variable, of each project in its own transaction. Calls do
 * not see them before either.
 * @param now milliseconds since 1970
 * @param pause waited for after each project
 * @returns how many there were
 */
export async function sweepData(
  db: Kysely<Database>,
  now: number,
  pause: ReadContext['pause'],
): Promise<number> {
  const projects = await db.selectFrom('point_counts').select('project_id').execute();
  let removed = 0;
  for (const { project_id: projectId } of projects) {
    removed += await inTransaction(db, (tx) => sweepProject(tx, projectId, now));
    await pause(1);
  }
  return removed;
}
