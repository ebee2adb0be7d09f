import type { Kysely } from 'kysely';
import type { Database } from './database.ts';
import { migrate } from './migrate.ts';
import { openPostgres, unusableServer } from './postgres.ts';
import { openSqlite, unusableFile } from './sqlite.ts';

/** Where the state lives: a file, `:memory:`, or a PostgreSQL server. */
export type Place = { readonly file: string } | { readonly databaseUrl: string };

/**
 * Opens the store and migrates its tables to the current version.
 * @throws StoreUnavailableError when the file or server cannot be used
 */
export async function openStore(place: Place): Promise<Kysely<Database>> {
  const db = 'file' in place ? openSqlite(place.file) : openPostgres(place.databaseUrl);
  try {
    await migrate(db);
  } catch (error) {
    await db.destroy();
    throw 'file' in place
      ? unusableFile(place.file, error)
      : unusableServer(place.databaseUrl, error);
  }
  return db;
}
