import type { Kysely } from 'kysely';
import type { Database } from './database.ts';
import { migrate } from './migrate.ts';
import { openPostgres, unusableServer } from './postgres.ts';
import { openSqlite, unusableFile } from './sqlite.ts';

/** Where the state lives: a file, `:memory:`, or a PostgreSQL server. */
export type StoreLocation = { readonly file: string } | { readonly databaseUrl: string };

/**
 * Opens the store and migrates its tables to the current version.
 * @throws StoreUnavailableError when the file or server cannot be used
 */
export async function openStore(location: StoreLocation): Promise<Kysely<Database>> {
  const db = 'file' in location ? openSqlite(location.file) : openPostgres(location.databaseUrl);
  try {
    await migrate(db);
  } catch (error) {
    await db.destroy();
    throw 'file' in location
      ? unusableFile(location.file, error)
      : unusableServer(location.databaseUrl, error);
  }
  return db;
}

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
