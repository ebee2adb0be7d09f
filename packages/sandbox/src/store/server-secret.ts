import type { Kysely } from 'kysely';
import type { Database } from './database.ts';

/**
 * A secret that all servers on one store share and that survives a restart.
 * @param fresh the secret, if this is the first to ask
 */
export async function serverSecret(
  db: Kysely<Database>,
  name: string,
  fresh: string,
): Promise<string> {
  await db
    .insertInto('server_secrets')
    .values({ name, value: fresh })
    .onConflict((conflict) => conflict.column('name').doNothing())
    .execute();
  const { value } = await db
    .selectFrom('server_secrets')
    .select('value')
    .where('name', '=', name)
    .executeTakeFirstOrThrow();
  return value;
}
