import type { Kysely } from 'kysely';
import type { Database } from '../../store/database.ts';
import { limits } from '../limits.ts';
import type { Ended } from '../run-call.ts';
import { endIdleProject } from './end-idle.ts';

/**
 * Ends the projects that nobody has used for a day, each in a transaction of its own, and tokens that have expired.
 * @param now milliseconds since 1970
 * @param ended told of each project
 * @param pause waited for after each project
 */
export async function sweepProjects(
  db: Kysely<Database>,
  now: number,
  ended?: Ended,
  pause?: () => Promise<void>,
): Promise<void> {
  const idle = await db
    .selectFrom('projects')
    .select('id')
    .where('last_used', '<=', now - limits.idle)
    .execute();
  for (const { id } of idle) {
    if (await endIdleProject(db, id, now)) ended?.(id);
    await pause?.();
  }
  await db.deleteFrom('access_tokens').where('expires', '<=', now).execute();
}
