import { lockProject } from '../lock.ts';
import { inTransaction } from '../transaction.ts';
import { emptyProject } from './remove.ts';
import { seedProject } from './seed/index.ts';
import type { ProjectSurroundings } from './surroundings.ts';

/**
 * Takes everything from a project and fills it anew. Its id and its API key stay; ids and keys inside are new ones.
 * @throws CallError `auth::tokennotfound` for one that has ended
 */
export async function resetProject(
  { db, clock, ids, sha256, pause, ended }: ProjectSurroundings,
  projectId: string,
): Promise<void> {
  const now = clock.now();
  await inTransaction(db, async (tx) => {
    await lockProject(tx, projectId);
    await emptyProject(tx, projectId, pause);
    await tx.updateTable('projects').set({ last_used: now }).where('id', '=', projectId).execute();
    await seedProject({ tx, projectId, ids, sha256, now });
  });
  ended?.(projectId);
}
