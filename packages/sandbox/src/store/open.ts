import type { Kysely } from 'kysely';
import type { Database } from './database.ts';
import { migrate } from './migrate.ts';
import { openPostgres } from './postgres.ts';
import { openSqlite } from './sqlite.ts';

/** Where the state lives: a file, `:memory:`, or a PostgreSQL server. */
export type Place = { readonly file: string } | { readonly databaseUrl: string };

/**
 * Opens the store and brings its tables to the present form.
 * @throws Error of the driver when the place cannot be opened
 */
export async function openStore(place: Place): Promise<Kysely<Database>> {
  const db = 'file' in place ? openSqlite(place.file) : openPostgres(place.databaseUrl);
  await migrate(db);
  return db;
}
