import { Kysely } from 'kysely';
import Libsql from 'libsql';
import { existsSync, readFileSync, statSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { codeOf } from '../core/errors.ts';
import { openPrivateFile } from './data-folder.ts';
import { type Database, StoreUnavailableError } from './database.ts';
import { watchFiles } from './file-watch.ts';
import { migrate } from './migrate.ts';
import { CachingSqliteDialect } from './sqlite-dialect.ts';

/** Returns a description of the process that has the lock, for the error message of another one. */
function describeHolder(): string {
  const program = path.relative(process.cwd(), process.argv[1] ?? process.execPath);
  return `process ${process.pid} (${program}), started ${new Date().toISOString()}`;
}

function readHolder(file: string): string {
  try {
    return readFileSync(file, 'utf8').slice(0, 500).trim() || 'another process';
  } catch {
    return 'another process';
  }
}

/**
 * Reserves a database file for this process. SQLite allows several processes to write, but each of them would sometimes find
 * the file locked, and would miss messages of the others. The lock is an operating-system lock on a file next to the database.
 * The system releases it when the process exits, even after a crash.
 * @returns a function that releases the lock
 * @throws StoreUnavailableError if another process has the lock, or its files cannot be used
 */
function lockFile(file: string): () => void {
  const lock = `${file}.lock`;
  const holder = `${lock}.txt`;
  openPrivateFile(lock);
  let database: Libsql.Database | undefined;
  try {
    database = new Libsql(lock);
    database.exec('pragma journal_mode = memory; begin exclusive');
  } catch (error) {
    database?.close();
    if (codeOf(error) !== 'SQLITE_BUSY') throw unusableFile(lock, error);
    throw new StoreUnavailableError(
      `The sandbox's data folder ${path.dirname(file)} is in use by ${readHolder(holder)}. One sandbox at a time can use a folder: stop that process, set SANDBOX_DATA_DIR to another folder, or set DATABASE_URL to a PostgreSQL server, which several sandboxes can share.`,
      { cause: error },
    );
  }
  const held = database;
  try {
    openPrivateFile(holder);
    writeFileSync(holder, `${describeHolder()}\n`);
  } catch (error) {
    held.close();
    throw unusableFile(holder, error);
  }
  return () => {
    held.close();
  };
}

/** How long a query waits for a lock of another program, such as a backup, in milliseconds. It blocks all other work. */
const busyTimeout = 500;

/** Largest file that is fully checked at startup, in bytes: the check takes half a second. */
const checkedBytes = 500_000_000;

/** Returns why SQLite cannot use a file, by its result code. */
function reasonOf(file: string, error: unknown): string {
  const code = codeOf(error);
  if (code === 'SQLITE_NOTADB') return `${file} is not a database`;
  if (code.startsWith('SQLITE_CORRUPT')) return `${file} is damaged`;
  if (/^SQLITE_(?:BUSY|LOCKED)/.test(code)) return `${file} is locked by another program`;
  if (code === 'SQLITE_FULL') return `${file} cannot grow: no space is left on the disk`;
  return `${file} cannot be opened (${error instanceof Error ? error.message : code})`;
}

/** Creates the error for a file that cannot be used as the store. */
function unusableFile(file: string, error: unknown): StoreUnavailableError {
  if (error instanceof StoreUnavailableError) return error;
  return new StoreUnavailableError(
    `The sandbox cannot use its database: ${reasonOf(file, error)}. Restore a copy of the file, move it away so that a new one is created, or set SANDBOX_DATA_DIR to another folder.`,
    { cause: error },
  );
}

/** @throws an error with SQLite's code if a page of the file is damaged */
function checkPages(database: Libsql.Database, file: string): void {
  if (statSync(file).size > checkedBytes) return;
  const [found] = database.prepare('pragma quick_check(1)').all() as { quick_check: string }[];
  if (found?.quick_check === 'ok') return;
  throw Object.assign(new Error(found?.quick_check), { code: 'SQLITE_CORRUPT' });
}

/** Makes the database, and files that an earlier process may have left next to it, private. New ones get the mode of the database. */
function openPrivateFiles(file: string): void {
  openPrivateFile(file);
  for (const name of [`${file}-wal`, `${file}-shm`]) if (existsSync(name)) openPrivateFile(name);
}

/**
 * Opens a database file exclusively.
 * @param file path, or `:memory:`
 * @param onLost called when another program truncates or removes the file, with a sentence for operators
 * @throws StoreUnavailableError if the file is in use, damaged, or cannot be read and written
 */
export function openSqlite(
  file: string,
  onLost: (message: string) => void = () => undefined,
): Kysely<Database> {
  const isFile = file !== ':memory:';
  if (isFile) openPrivateFiles(file);
  const release = isFile ? lockFile(file) : () => undefined;
  let database: Libsql.Database | undefined;
  try {
    database = new Libsql(file, { timeout: busyTimeout });
    // Readers do not wait for a writer. Committed data survives a crash of the process. A crash of the machine may lose the
    // last writes (https://www.sqlite.org/pragma.html#pragma_synchronous), but writes take a fifth of the time.
    database.exec(
      'pragma journal_mode = wal; pragma synchronous = normal; pragma foreign_keys = on',
    );
    if (isFile) checkPages(database, file);
  } catch (error) {
    database?.close();
    release();
    throw unusableFile(file, error);
  }
  const opened = database;
  const beforeClose = () => {
    try {
      // Afterward, the file contains all data and can be copied without its log.
      opened.exec('pragma wal_checkpoint(truncate)');
    } catch {
      // The log keeps it for the next start, as after a crash.
    }
  };
  const dialect = new CachingSqliteDialect(opened, {
    beforeClose,
    afterClose: release,
    ...(isFile && { beforeCommit: watchFiles(file, onLost) }),
  });
  return new Kysely<Database>({ dialect });
}

/** Opens a database file that this process has open, for reads of one state that do not block its transactions. */
export function openSnapshots(file: string): Kysely<Database> {
  const database = new Libsql(file, { timeout: busyTimeout });
  database.exec('pragma query_only = on');
  return new Kysely<Database>({ dialect: new CachingSqliteDialect(database) });
}

/** Location of the state: a file, `:memory:`, or a PostgreSQL server. */
export type StoreLocation = { readonly file: string } | { readonly databaseUrl: string };

async function migrated(
  db: Kysely<Database>,
  unusable: (error: unknown) => StoreUnavailableError,
): Promise<Kysely<Database>> {
  try {
    await migrate(db);
    return db;
  } catch (error) {
    await db.destroy();
    throw unusable(error);
  }
}

/**
 * Opens the store and migrates its tables to the current version. It loads the PostgreSQL client only if needed.
 * @throws StoreUnavailableError if the file or server cannot be used
 */
export async function openStore(
  location: StoreLocation,
  onLost?: (message: string) => void,
): Promise<Kysely<Database>> {
  if ('file' in location) {
    return migrated(openSqlite(location.file, onLost), (error) =>
      unusableFile(location.file, error),
    );
  }
  const { openPostgres, unusableServer } = await import('./postgres.ts');
  const { databaseUrl } = location;
  return migrated(openPostgres(databaseUrl), (error) => unusableServer(databaseUrl, error));
}
