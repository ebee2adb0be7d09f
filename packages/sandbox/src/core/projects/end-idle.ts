import type { Kysely } from 'kysely';
import type { Database } from '../../store/database.ts';
import { limits } from '../limits.ts';
import type { ReadContext } from '../context.ts';
import { inTransaction } from '../transaction.ts';
import { removeProject } from './remove.ts';

/**
 * Ends a project unless somebody has used it within a day, as may happen after it was found idle.
 * @param now milliseconds since 1970
 * @param pause lets other work run between two parts of this
 * @returns whether the project is no more
 */
export function endIdleProject(
  db: Kysely<Database>,
  projectId: string,
  now: number,
  pause: ReadContext['pause'],
): Promise<boolean> {
  return inTransaction(db, async (tx) => {
    // Written, so that PostgreSQL locks the row before it is read.
    const project = await tx
      .updateTable('projects')
      .set((eb) => ({ last_used: eb.ref('last_used') }))
      .where('id', '=', projectId)
      .returning('last_used')
      .executeTakeFirst();
    if (!project) return true;
    if (project.last_used > now - limits.idle) return false;
    await removeProject(tx, projectId, pause);
    return true;
  });
}
