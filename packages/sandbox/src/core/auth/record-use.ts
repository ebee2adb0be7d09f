import { limits } from '../limits.ts';
import { endIdleProject } from '../projects/end-idle.ts';
import { unknownCredential, type AuthDeps, type Identified } from './identity.ts';

/** How exactly the last use of a project is known, in milliseconds: most calls write nothing for it. */
const step = 60_000;

/**
 * Records that a project is in use, and that a device which was authorized ahead has connected. Ends a project that has
 * been idle for too long.
 * @param isUse false for a request that only describes the project
 * @throws CallError `auth::tokennotfound` when the project has ended
 */
export async function recordUse(
  { db, clock, pause, ended }: AuthDeps,
  { projectId, lastUsed, uses, caller, isExpected = false }: Identified,
  isUse = true,
): Promise<void> {
  const now = clock.now();
  if (now - lastUsed >= limits.idle && (await endIdleProject(db, projectId, now, pause))) {
    ended?.(projectId);
    throw unknownCredential(
      'The project has ended after 24 hours without a call. Create a new one.',
    );
  }
  const isFirst = isUse && uses === 0;
  if (isFirst || now - lastUsed >= step) {
    await db
      .updateTable('projects')
      .set((eb) => ({ last_used: now, uses: eb('uses', '+', isUse ? 1 : 0) }))
      .where('id', '=', projectId)
      .where((eb) => eb.or([eb('last_used', '<', now), eb('uses', '=', 0)]))
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
