import { limits } from '../limits.ts';
import { endIdleProject } from '../projects/end-idle.ts';
import { unknownCredential, type AuthSurroundings, type Identified } from './identity.ts';

/** How exactly the last use of a project is known, in milliseconds: most calls write nothing for it. */
const step = 60_000;

/**
 * Notes that a project is in use, and that a device which was authorized ahead has come. A project that has been idle for
 * too long ends here at the latest.
 * @throws CallError `auth::tokennotfound` when the project has ended
 */
export async function noteUse(
  { db, now, ended }: Pick<AuthSurroundings, 'db' | 'now' | 'ended'>,
  { projectId, lastUsed, caller, isExpected = false }: Identified,
): Promise<void> {
  if (now - lastUsed >= limits.idle && (await endIdleProject(db, projectId, now))) {
    ended?.(projectId);
    throw unknownCredential(
      'The project has ended after 24 hours without a call. Create a new one.',
    );
  }
  if (now - lastUsed >= step) {
    await db
      .updateTable('projects')
      .set({ last_used: now })
      .where('id', '=', projectId)
      .where('last_used', '<', now)
      .execute();
  }
  if (caller.kind !== 'device' || !isExpected) return;
  await db
    .updateTable('nodes')
    .set({ is_bound: 1 })
    .where('project_id', '=', projectId)
    .where('id', '=', caller.nodeId)
    .where('is_bound', '=', 0)
    .execute();
}
