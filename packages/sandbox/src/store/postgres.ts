import { Kysely, PostgresDialect } from 'kysely';
import pg from 'pg';
import type { Database } from './database.ts';

/** 64-bit integers as numbers: times in milliseconds and counts stay far below 2^53. */
const int8 = 20;

/** How long a call waits for a connection before it is told that the database is away, in milliseconds. */
const patience = 5000;

const connections = 10;

export function openPostgres(connectionString: string): Kysely<Database> {
  const types = new pg.TypeOverrides();
  types.setTypeParser(int8, Number);
  const limits = { max: connections, connectionTimeoutMillis: patience };
  const pool = new pg.Pool({ connectionString, types, keepAlive: true, ...limits });
  // An idle connection that the server ends leaves the pool by itself; without a listener it would end the process.
  pool.on('error', () => undefined);
  return new Kysely<Database>({ dialect: new PostgresDialect({ pool }) });
}
