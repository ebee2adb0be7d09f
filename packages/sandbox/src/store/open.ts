import Libsql from 'libsql';
import { Kysely, PostgresDialect, SqliteDialect } from 'kysely';
import pg from 'pg';
import type { Database } from './database.ts';
import { migrate } from './migrate.ts';

/** Where the state lives: a file, `:memory:`, or a PostgreSQL server. */
export type Place = { readonly file: string } | { readonly databaseUrl: string };

function openSqlite(file: string): Kysely<Database> {
  const database = new Libsql(file);
  // Readers do not wait for a writer, and what is committed survives a crash of the process and of the machine.
  database.exec('pragma journal_mode = wal; pragma synchronous = full; pragma foreign_keys = on');
  return new Kysely<Database>({
    dialect: new SqliteDialect({ database: database }),
  });
}

/** 64-bit integers as numbers: times in milliseconds and counts stay far below 2^53. */
const int8 = 20;

function openPostgres(connectionString: string): Kysely<Database> {
  const types = new pg.TypeOverrides();
  types.setTypeParser(int8, Number);
  const pool = new pg.Pool({ connectionString, types, max: 10 });
  return new Kysely<Database>({ dialect: new PostgresDialect({ pool }) });
}

/**
 * Opens the store and brings its tables to the present form.
 * @throws Error of the driver when the place cannot be opened
 */
export async function openStore(place: Place): Promise<Kysely<Database>> {
  const db = 'file' in place ? openSqlite(place.file) : openPostgres(place.databaseUrl);
  await migrate(db);
  return db;
}
