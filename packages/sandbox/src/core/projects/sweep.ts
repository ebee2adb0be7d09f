import type { Kysely } from 'kysely';
import type { Database } from '../../store/database.ts';
import { limits } from '../limits.ts';

/**
 * Ends the projects that nobody has used for a day, and tokens that have expired.
 * @param now milliseconds since 1970
 */
export async function sweepProjects(db: Kysely<Database>, now: number): Promise<void> {
  await db
    .deleteFrom('projects')
    .where('last_used', '<=', now - limits.idle)
    .execute();
  await db.deleteFrom('access_tokens').where('expires', '<=', now).execute();
}
