import { Kysely, PostgresDialect } from 'kysely';
import pg from 'pg';
import { codeOf } from '../core/errors.ts';
import { type Database, postgresConnections, StoreUnavailableError } from './database.ts';

/** Type id of 64-bit integers, which are parsed as numbers: times in milliseconds and counts are far below 2^53. */
const int8 = 20;

/** How long a request waits for a connection before it fails, in milliseconds. */
const patience = 5000;

/** Explanations of error codes of PostgreSQL and of the system. */
const causes: Readonly<Record<string, string>> = {
  ECONNREFUSED: 'no server is listening at this address',
  ENOTFOUND: 'the host is unknown',
  EAI_AGAIN: 'the host name cannot be resolved',
  ETIMEDOUT: 'it does not respond',
  '28P01': 'it rejects the password',
  '28000': 'it rejects the user',
  '3D000': 'the database does not exist',
  '42501': 'the user is not allowed to create tables',
  '57P03': 'it is starting up',
  '53300': 'it has too many connections',
};

function causeOf(error: unknown): string {
  const [first] = error instanceof AggregateError ? (error.errors as unknown[]) : [error];
  const code = codeOf(first);
  const message = first instanceof Error ? first.message : '';
  const text = causes[code] ?? message;
  return code === '' ? text : `${text} (${code})`;
}

/** Returns host, port and database of a URL, without its secrets. */
function serverOf(connectionString: string): string {
  const { host, port, database } = new pg.Client({ connectionString });
  return `${host}:${port}, database "${database ?? ''}"`;
}

/** Creates the error for a server that cannot be used as the store. */
export function unusableServer(connectionString: string, error: unknown): StoreUnavailableError {
  if (error instanceof StoreUnavailableError) return error;
  return new StoreUnavailableError(
    `The sandbox cannot use the PostgreSQL server of DATABASE_URL (${serverOf(connectionString)}): ${causeOf(error)}. Start the server or correct DATABASE_URL; without it, the sandbox keeps its state in SANDBOX_DATA_DIR.`,
    { cause: error },
  );
}

/**
 * Creates a connection pool.
 * @param connectionString `postgres://user:password@host:5432/database`
 * @throws StoreUnavailableError for an invalid URL
 */
export function openPostgres(connectionString: string): Kysely<Database> {
  const types = new pg.TypeOverrides();
  types.setTypeParser(int8, Number);
  const limits = { max: postgresConnections, connectionTimeoutMillis: patience };
  if (!/^postgres(?:ql)?:\/\//.test(connectionString) || !URL.canParse(connectionString)) {
    // The value may contain a password.
    throw new StoreUnavailableError(
      'DATABASE_URL is not the URL of a PostgreSQL server: write it as postgres://user:password@host:5432/database, special characters percent-encoded, or unset it to keep the state in SANDBOX_DATA_DIR.',
    );
  }
  try {
    serverOf(connectionString);
  } catch (error) {
    throw new StoreUnavailableError(
      `DATABASE_URL has a part that cannot be used: ${causeOf(error)}. Percent-encode special characters, and check the files that it names; without DATABASE_URL, the sandbox keeps its state in SANDBOX_DATA_DIR.`,
      { cause: error },
    );
  }
  const pool = new pg.Pool({ connectionString, types, keepAlive: true, ...limits });
  // The pool removes a connection that the server closes, and the next query on it fails. Without listeners, the error would
  // end the process: the pool emits it for idle connections, the client for those in a transaction between two queries.
  pool.on('error', () => undefined);
  pool.on('connect', (client) => client.on('error', () => undefined));
  return new Kysely<Database>({ dialect: new PostgresDialect({ pool }) });
}
