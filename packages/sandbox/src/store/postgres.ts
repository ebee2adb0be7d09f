import { Kysely, PostgresDialect } from 'kysely';
import pg from 'pg';
import { codeOf } from '../core/errors.ts';
import type { Database } from './database.ts';
import { StoreUnavailableError } from './unavailable.ts';

/** 64-bit integers as numbers: times in milliseconds and counts stay far below 2^53. */
const int8 = 20;

/** How long a request waits for a connection before it fails because the database is unavailable, in milliseconds. */
const patience = 5000;

const connections = 10;

/** Why a server cannot be used, by the codes of PostgreSQL and of the system. */
const causes: Readonly<Record<string, string>> = {
  ECONNREFUSED: 'nothing listens there',
  ENOTFOUND: 'the host is unknown',
  EAI_AGAIN: 'the host name cannot be resolved',
  ETIMEDOUT: 'it does not respond',
  '28P01': 'it rejects the password',
  '28000': 'it rejects the user',
  '3D000': 'the database does not exist',
  '42501': 'the user may not create tables',
  '57P03': 'it is starting up',
  '53300': 'it has no connection left',
};

function causeOf(error: unknown): string {
  const [first] = error instanceof AggregateError ? (error.errors as unknown[]) : [error];
  const code = codeOf(first);
  const message = first instanceof Error ? first.message : '';
  const text = causes[code] ?? message;
  return code === '' ? text : `${text} (${code})`;
}

/** Host, port and database of a URL, without its secrets. */
function serverOf(connectionString: string): string {
  const { host, port, database } = new pg.Client({ connectionString });
  return `${host}:${port}, database "${database ?? ''}"`;
}

/** The error for a server that cannot be used as the store. */
export function unusableServer(connectionString: string, error: unknown): StoreUnavailableError {
  if (error instanceof StoreUnavailableError) return error;
  return new StoreUnavailableError(
    `The sandbox cannot use the PostgreSQL server of DATABASE_URL (${serverOf(connectionString)}): ${causeOf(error)}. Start the server or correct DATABASE_URL; without it, the sandbox keeps its state in SANDBOX_DATA_DIR.`,
    { cause: error },
  );
}

/**
 * @param connectionString `postgres://user:password@host:5432/database`
 * @throws StoreUnavailableError when it is no such URL
 */
export function openPostgres(connectionString: string): Kysely<Database> {
  const types = new pg.TypeOverrides();
  types.setTypeParser(int8, Number);
  const limits = { max: connections, connectionTimeoutMillis: patience };
  if (!/^postgres(?:ql)?:\/\//.test(connectionString) || !URL.canParse(connectionString)) {
    // The text may contain a password.
    throw new StoreUnavailableError(
      'DATABASE_URL is not the URL of a PostgreSQL server: write it as postgres://user:password@host:5432/database, special characters percent-encoded, or unset it to keep the state in SANDBOX_DATA_DIR.',
    );
  }
  const pool = new pg.Pool({ connectionString, types, keepAlive: true, ...limits });
  // An idle connection that the server ends leaves the pool by itself; without a listener it would end the process.
  pool.on('error', () => undefined);
  return new Kysely<Database>({ dialect: new PostgresDialect({ pool }) });
}
