import type {
  Database as WasmDatabase,
  PreparedStatement,
  SqlValue,
  Sqlite3Static,
} from '@sqlite.org/sqlite-wasm';
import { Kysely } from 'kysely';
import type { Database } from '../store/database.ts';
import { migrate } from '../store/migrate.ts';
import {
  CachingSqliteDialect,
  type Statement,
  type TransactionalDatabase,
} from '../store/sqlite-dialect.ts';

/** Functions that the types of the package lack. */
type Capi = Sqlite3Static['capi'] & {
  sqlite3_get_autocommit(database: WasmDatabase): number;
};

/** Gives an error the name of its result code, as libsql does: `SQLITE_CONSTRAINT_UNIQUE`. */
function withCode(sqlite3: Sqlite3Static, error: unknown): unknown {
  const { resultCode } = error as { readonly resultCode?: unknown };
  if (!(error instanceof Error) || typeof resultCode !== 'number') return error;
  return Object.assign(error, { code: sqlite3.capi.sqlite3_js_rc_str(resultCode) });
}

/** SQLite compiled to WebAssembly, with the interface that Kysely's dialect uses. */
class SynchronousDatabase implements TransactionalDatabase {
  constructor(
    private readonly sqlite3: Sqlite3Static,
    private readonly database: WasmDatabase,
  ) {}

  get open(): boolean {
    return this.database.isOpen();
  }

  get inTransaction(): boolean {
    return (this.sqlite3.capi as Capi).sqlite3_get_autocommit(this.database) === 0;
  }

  close(): void {
    this.database.close();
  }

  prepare(sql: string): Statement {
    const { capi } = this.sqlite3;
    if (!this.open) throw new TypeError('The database connection is not open');
    const statement = this.attempt(() => this.database.prepare(sql));
    const names = statement.columnCount > 0 ? statement.getColumnNames() : [];
    const use = <T>(parameters: readonly unknown[], work: () => T): T => {
      try {
        return this.attempt(() => {
          this.bind(statement, parameters);
          return work();
        });
      } finally {
        // Unlike `reset` of the statement, it does not throw the error of a failed step again.
        capi.sqlite3_reset(statement);
        statement.clearBindings();
      }
    };
    const rows = () => {
      const all: unknown[] = [];
      while (statement.step()) {
        all.push(Object.fromEntries(names.map((name, index) => [name, valueOf(statement, index)])));
      }
      return all;
    };
    return {
      reader: names.length > 0,
      all: (parameters) => use(parameters, rows),
      run: (parameters) =>
        use(parameters, () => {
          statement.step();
          return {
            changes: this.database.changes(),
            lastInsertRowid: capi.sqlite3_last_insert_rowid(this.database),
          };
        }),
      iterate: (parameters) => use(parameters, rows).values(),
      finalize: () => void statement.finalize(),
    };
  }

  private attempt<T>(work: () => T): T {
    try {
      return work();
    } catch (error) {
      throw withCode(this.sqlite3, error);
    }
  }

  /** Binds whole numbers beyond 2^53 as floating-point numbers: SQLite would wrap them as 64-bit integers. */
  private bind(statement: PreparedStatement, parameters: readonly unknown[]): void {
    for (const [index, value] of parameters.entries()) {
      if (typeof value === 'number' && !Number.isSafeInteger(value)) {
        this.sqlite3.capi.sqlite3_bind_double(statement, index + 1, value);
      } else {
        statement.bind(index + 1, (value ?? null) as SqlValue);
      }
    }
  }
}

/** 64-bit integers as numbers: times in milliseconds and counts stay far below 2^53. */
function valueOf(statement: PreparedStatement, index: number): unknown {
  const value: unknown = statement.get(index);
  return typeof value === 'bigint' ? Number(value) : value;
}

/** A store in memory, with its content as a database file. */
export interface MemoryStore {
  readonly db: Kysely<Database>;
  /** Number of rows that were written since the store was opened. */
  readonly writes: () => number;
  /** Returns the content between two transactions. */
  readonly save: () => Promise<Uint8Array<ArrayBuffer>>;
}

/** Loads the content of a database file. */
function load(sqlite3: Sqlite3Static, database: WasmDatabase, content: Uint8Array): void {
  const { capi, wasm } = sqlite3;
  const pointer = wasm.allocFromTypedArray(content);
  const flags = capi.SQLITE_DESERIALIZE_FREEONCLOSE | capi.SQLITE_DESERIALIZE_RESIZEABLE;
  const size = content.byteLength;
  const result = capi.sqlite3_deserialize(database, 'main', pointer, size, size, flags);
  database.checkRc(result);
}

/**
 * Opens a store in memory and migrates its tables to the current version.
 * @param saved content of an earlier store; undefined for a new one
 * @throws Error if the content is no database, or one of a newer version
 */
export async function openMemoryStore(
  sqlite3: Sqlite3Static,
  saved?: Uint8Array,
): Promise<MemoryStore> {
  const database = new sqlite3.oo1.DB(':memory:', 'c');
  if (saved) load(sqlite3, database, saved);
  database.exec('pragma foreign_keys = on');
  const dialect = new CachingSqliteDialect(new SynchronousDatabase(sqlite3, database));
  const db = new Kysely<Database>({ dialect });
  await migrate(db);
  const { capi } = sqlite3;
  const content = () => capi.sqlite3_js_db_export(database);
  return {
    db,
    writes: () => capi.sqlite3_total_changes(database),
    // The only connection: nobody else has a transaction open.
    save: () => db.connection().execute(() => Promise.resolve(content())),
  };
}
