import type { Kysely } from 'kysely';
import type { Database } from '../../store/database.ts';
import type { ReadContext } from '../context.ts';
import { limits } from '../limits.ts';
import type { Ended } from '../context.ts';
import { endIdleProject } from './end-idle.ts';

/**
 * Ends the projects that nobody has used for a day, each in its own transaction, and tokens that have expired.
 * @param now milliseconds since 1970
 * @param pause waited for after each project, and between two parts of a large one
 * @param ended told of each project
 */
export async function sweepProjects(
  db: Kysely<Database>,
  now: number,
  pause: ReadContext['pause'],
  ended?: Ended,
): Promise<void> {
  const idle = await db
    .selectFrom('projects')
    .select('id')
    .where('last_used', '<=', now - limits.idle)
    .execute();
  for (const { id } of idle) {
    if (await endIdleProject(db, id, now, pause)) ended?.(id);
    await pause(1);
  }
  await db.deleteFrom('access_tokens').where('expires', '<=', now).execute();
}
