/**
 * The id of a project in responses and URLs. When all data of a project is replaced, the new rows belong to another id in the
 * store, so that the former ones are unreachable at once; clients keep the first id.
 */
import type { ExpressionBuilder, Kysely } from 'kysely';
import type { Database } from '../../store/database.ts';
import { isLive } from './retire.ts';

/** The id that clients know, of each project. */
export const publicId = (eb: ExpressionBuilder<Database, 'projects'>) =>
  eb.fn.coalesce('public_id', 'id').$castTo<string>();

/** Returns the id of a project that clients know. */
export async function publicIdOf(db: Kysely<Database>, projectId: string): Promise<string> {
  const { id } = await db
    .selectFrom('projects')
    .select((eb) => publicId(eb).as('id'))
    .where('id', '=', projectId)
    .executeTakeFirstOrThrow();
  return id;
}

/** Returns the id of the rows of a project that can be used, from the id that clients know. */
export async function rowsOfPublicId(
  db: Kysely<Database>,
  id: string,
): Promise<string | undefined> {
  const found = await db
    .selectFrom('projects')
    .select('id')
    .where((eb) => eb(publicId(eb), '=', id))
    .where(isLive)
    .executeTakeFirst();
  return found?.id;
}
