import { lockProject } from '../lock.ts';
import { inTransaction } from '../transaction.ts';
import { removeProject } from './remove.ts';
import type { ProjectSurroundings } from './surroundings.ts';

/**
 * Ends a project: all that it holds goes with it.
 * @throws CallError `auth::tokennotfound` for one that has ended
 */
export async function dropProject(
  { db, pause, ended }: Pick<ProjectSurroundings, 'db' | 'pause' | 'ended'>,
  projectId: string,
): Promise<void> {
  await inTransaction(db, async (tx) => {
    await lockProject(tx, projectId);
    await removeProject(tx, projectId, pause);
  });
  ended?.(projectId);
}
