import { lockProject } from '../lock.ts';
import { inTransaction } from '../transaction.ts';
import { emptyProject } from './remove.ts';
import { seedProject } from './seed/index.ts';
import type { Deps } from '../../deps.ts';

/**
 * Replaces all data of a project with new sample data. Its id and its API key stay; ids and keys inside are new.
 * @throws CallError `auth::tokennotfound` for one that has ended
 */
export async function resetProject(
  {
    db,
    clock,
    ids,
    sha256,
    pause,
    ended,
  }: Pick<Deps, 'db' | 'clock' | 'ids' | 'sha256' | 'pause' | 'ended'>,
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
