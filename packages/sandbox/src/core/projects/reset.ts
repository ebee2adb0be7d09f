import { inTransaction } from '../transaction.ts';
import { seedProject } from './seed/index.ts';
import type { ProjectSurroundings } from './surroundings.ts';

/** Takes everything from a project and fills it anew. Its id and its API key stay; ids and keys inside are new ones. */
export async function resetProject(
  { db, clock, ids, sha256, ended }: ProjectSurroundings,
  projectId: string,
): Promise<void> {
  const now = clock.now();
  await inTransaction(db, async (tx) => {
    const project = await tx
      .selectFrom('projects')
      .selectAll()
      .where('id', '=', projectId)
      .executeTakeFirstOrThrow();
    // Everything else refers to this row and goes with it.
    await tx.deleteFrom('projects').where('id', '=', projectId).execute();
    await tx
      .insertInto('projects')
      .values({ ...project, last_used: now })
      .execute();
    await seedProject({ tx, projectId, ids, sha256, now });
  });
  ended?.(projectId);
}
