import type { Kysely } from 'kysely';
import type { Database } from '../../store/database.ts';
import { limits } from '../limits.ts';
import type { Ended } from '../run-call.ts';

/**
 * Ends the projects that nobody has used for a day, and tokens that have expired.
 * @param now milliseconds since 1970
 * @param ended told of each project
 */
export async function sweepProjects(
  db: Kysely<Database>,
  now: number,
  ended?: Ended,
): Promise<void> {
  const projects = await db
    .deleteFrom('projects')
    .where('last_used', '<=', now - limits.idle)
    .returning('id')
    .execute();
  for (const { id } of projects) ended?.(id);
  await db.deleteFrom('access_tokens').where('expires', '<=', now).execute();
}
