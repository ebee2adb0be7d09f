import {
  type DatabaseConnection,
  Kysely,
  type SqliteDatabase,
  SqliteDialect,
  SqliteDriver,
  type SqliteStatement,
} from 'kysely';
import Libsql from 'libsql';
import { existsSync, readFileSync, statSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { codeOf } from '../core/errors.ts';
import { openPrivateFile } from './data-folder.ts';
import type { Database } from './database.ts';
import { StoreUnavailableError } from './unavailable.ts';

/** Maximum number of cached statements. The operations have fewer than half as many; lists of ids add more. */
const maxStatements = 1000;

/** Maximum length of a cached statement in characters: an insert of a few points fits, one of 1000 does not. */
const longest = 10_000;

/** The statement, and whether it returns rows, which is read once because it is a native call. */
function fixed(statement: SqliteStatement): SqliteStatement {
  return {
    reader: statement.reader,
    all: (parameters) => statement.all(parameters),
    run: (parameters) => statement.run(parameters),
    iterate: (parameters) => statement.iterate(parameters),
  };
}

/**
 * A database that prepares each SQL text once: preparing costs more than running most statements of the sandbox. The least
 * recently used statement is closed for a new one. Statements run one at a time and to their end, so that one object can
 * serve all uses of a text.
 */
export function withCachedStatements(database: SqliteDatabase): SqliteDatabase {
  const statements = new Map<string, SqliteStatement>();
  return {
    close: () => {
      statements.clear();
      database.close();
    },
    prepare: (sql) => {
      const statement = statements.get(sql) ?? fixed(database.prepare(sql));
      if (sql.length > longest) return statement;
      statements.delete(sql);
      statements.set(sql, statement);
      const [oldest] = statements.keys();
      if (statements.size > maxStatements && oldest !== undefined) statements.delete(oldest);
      return statement;
    },
  };
}

/** The process that has the lock, for the message to another one. */
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
 * the file locked, and would miss what the others announce. The lock is an operating-system lock on a file next to the
 * database, which is released when the process exits, also after a crash.
 * @returns releases the lock
 * @throws StoreUnavailableError when another process has it
 */
function lockFile(file: string): () => void {
  const lock = `${file}.lock`;
  const holder = `${lock}.txt`;
  openPrivateFile(lock);
  const database = new Libsql(lock);
  try {
    database.exec('pragma journal_mode = memory; begin exclusive');
  } catch (error) {
    database.close();
    if (codeOf(error) !== 'SQLITE_BUSY') throw error;
    throw new StoreUnavailableError(
      `The sandbox's data folder ${path.dirname(file)} is in use by ${readHolder(holder)}. One sandbox at a time can use a folder: stop that process, set SANDBOX_DATA_DIR to another folder, or set DATABASE_URL to a PostgreSQL server, which several sandboxes can share.`,
      { cause: error },
    );
  }
  openPrivateFile(holder);
  writeFileSync(holder, `${describeHolder()}\n`);
  return () => {
    database.close();
  };
}

/** How long a query waits for a lock of another program, such as a backup, in milliseconds. All other work waits too. */
const busyTimeout = 500;

/** Largest file that is fully checked at startup, in bytes: this takes half a second. */
const checkedBytes = 500_000_000;

/**
 * SQLite ends a transaction when the disk is full (https://www.sqlite.org/lang_transaction.html, 3), and when the
 * database is closed. Another rollback would fail, and its error would hide the first one. libsql aborts the process when a
 * closed database is asked for `inTransaction`, so `open` is checked first.
 */
class Driver extends SqliteDriver {
  constructor(
    private readonly database: Libsql.Database,
    private readonly release: () => void,
  ) {
    super({ database: withCachedStatements(database) });
  }

  override async rollbackTransaction(connection: DatabaseConnection): Promise<void> {
    if (this.database.open && this.database.inTransaction)
      await super.rollbackTransaction(connection);
  }

  override async destroy(): Promise<void> {
    try {
      // Then the file contains everything and can be copied without its log.
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

/** Why SQLite cannot use a file, by the names of its result codes. */
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

/** The database, and files that an earlier process may have left next to it. New ones get the mode of the database. */
function openPrivateFiles(file: string): void {
  openPrivateFile(file);
  for (const name of [`${file}-wal`, `${file}-shm`]) if (existsSync(name)) openPrivateFile(name);
}

/**
 * Opens a database file exclusively.
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
    // Readers do not wait for a writer. What is committed survives a crash of the process; a crash of the machine may
    // lose the last writes (https://www.sqlite.org/pragma.html#pragma_synchronous), for a fifth of the time of a write.
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
