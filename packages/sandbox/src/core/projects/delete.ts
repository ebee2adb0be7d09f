import { lockProject } from '../lock.ts';
import { inTransaction } from '../transaction.ts';
import { removeProject } from './remove.ts';
import type { Deps } from '../../deps.ts';

/**
 * Ends a project: all that it holds goes with it.
 * @throws CallError `auth::tokennotfound` for one that has ended
 */
export async function deleteProject(
  { db, pause, ended }: Pick<Deps, 'db' | 'pause' | 'ended'>,
  projectId: string,
): Promise<void> {
  await inTransaction(db, async (tx) => {
    await lockProject(tx, projectId);
    await removeProject(tx, projectId, pause);
  });
  ended?.(projectId);
}
