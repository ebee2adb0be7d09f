import { existsSync, statSync } from 'node:fs';
import Libsql from 'libsql';
import { Kysely, SqliteDialect, SqliteDriver, type DatabaseConnection } from 'kysely';
import { codeOf } from '../core/store-failure.ts';
import { withCachedStatements } from './cached-statements.ts';
import { openPrivateFile } from './data-folder.ts';
import type { Database } from './database.ts';
import { lockFile } from './file-lock.ts';
import { StoreUnavailableError } from './unavailable.ts';

/** How long a query waits for a lock of another program, such as a backup, in milliseconds. All other work waits too. */
const busyTimeout = 500;

/** Bytes of the largest file that is checked as a whole at the start: this takes half a second. */
const checkedBytes = 500_000_000;

/**
 * SQLite ends a transaction by itself when the disk is full (https://www.sqlite.org/lang_transaction.html, 3). To roll back
 * once more would fail, and its error would hide that of the disk.
 */
class Driver extends SqliteDriver {
  constructor(
    private readonly database: Libsql.Database,
    private readonly release: () => void,
  ) {
    super({ database: withCachedStatements(database) });
  }

  override async rollbackTransaction(connection: DatabaseConnection): Promise<void> {
    if (this.database.inTransaction) await super.rollbackTransaction(connection);
  }

  override async destroy(): Promise<void> {
    try {
      // The file holds everything then, and can be copied without its log.
      this.database.exec('pragma wal_checkpoint(truncate)');
    } catch {
      // The log keeps it for the next start, as after a crash.
    }
    await super.destroy();
    this.release();
  }
}

class Dialect extends SqliteDialect {
  constructor(
    private readonly database: Libsql.Database,
    private readonly release: () => void,
  ) {
    super({ database });
  }

  override createDriver(): Driver {
    return new Driver(this.database, this.release);
  }
}

/** What is wrong with a file that SQLite cannot work with, by the names of its result codes. */
function reasonOf(file: string, error: unknown): string {
  const code = codeOf(error);
  if (code === 'SQLITE_NOTADB') return `${file} is not a database`;
  if (code.startsWith('SQLITE_CORRUPT')) return `${file} is damaged`;
  if (/^SQLITE_(?:BUSY|LOCKED)/.test(code)) return `${file} is locked by another program`;
  if (code === 'SQLITE_FULL') return `${file} cannot grow: no space is left on the disk`;
  return `${file} cannot be opened (${error instanceof Error ? error.message : code})`;
}

/** The error for a file that cannot be used as the store. */
export function unusableFile(file: string, error: unknown): StoreUnavailableError {
  if (error instanceof StoreUnavailableError) return error;
  return new StoreUnavailableError(
    `The sandbox cannot use its database: ${reasonOf(file, error)}. Restore a copy of the file, move it away so that a new one is created, or set SANDBOX_DATA_DIR to another folder.`,
    { cause: error },
  );
}

/** @throws an error with SQLite's code when a page of the file is damaged */
function checkPages(database: Libsql.Database, file: string): void {
  if (statSync(file).size > checkedBytes) return;
  const [found] = database.prepare('pragma quick_check(1)').all() as { quick_check: string }[];
  if (found?.quick_check === 'ok') return;
  throw Object.assign(new Error(found?.quick_check), { code: 'SQLITE_CORRUPT' });
}

/** The database, and what an earlier process may have left beside it. New ones get the mode of the database. */
function openPrivateFiles(file: string): void {
  openPrivateFile(file);
  for (const name of [`${file}-wal`, `${file}-shm`]) if (existsSync(name)) openPrivateFile(name);
}

/**
 * Opens a database file for this process alone.
 * @param file or `:memory:`
 * @throws StoreUnavailableError when the file is in use, damaged, or cannot be read and written
 */
export function openSqlite(file: string): Kysely<Database> {
  const isFile = file !== ':memory:';
  if (isFile) openPrivateFiles(file);
  const release = isFile ? lockFile(file) : () => undefined;
  let database: Libsql.Database | undefined;
  try {
    database = new Libsql(file, { timeout: busyTimeout });
    // Readers do not wait for a writer. What is committed survives a crash of the process; one of the machine may take the
    // last moments with it (https://www.sqlite.org/pragma.html#pragma_synchronous), for a fifth of the time of a write.
    database.exec(
      'pragma journal_mode = wal; pragma synchronous = normal; pragma foreign_keys = on',
    );
    if (isFile) checkPages(database, file);
  } catch (error) {
    database?.close();
    release();
    throw unusableFile(file, error);
  }
  return new Kysely<Database>({ dialect: new Dialect(database, release) });
}
