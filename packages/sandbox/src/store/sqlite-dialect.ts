import {
  type DatabaseConnection,
  type SqliteDatabase,
  SqliteDialect,
  SqliteDriver,
  type SqliteStatement,
} from 'kysely';

/** Maximum number of cached statements. The operations have fewer than half as many; lists of ids add more. */
const maxStatements = 1000;

/** Maximum length of a cached statement in characters: an insert of a few points fits, one of 1000 does not. */
const longest = 10_000;

/** A statement of a database without garbage collection is finalized after its last use. */
export interface Statement extends SqliteStatement {
  finalize?(): void;
}

/** A database as Kysely uses it, with the state of its transaction. */
export interface TransactionalDatabase extends SqliteDatabase {
  readonly open: boolean;
  readonly inTransaction: boolean;
  prepare(sql: string): Statement;
}

/** The statement, and whether it returns rows, which is read once because it is a native call. */
function fixed(statement: Statement): Statement {
  return {
    reader: statement.reader,
    all: (parameters) => statement.all(parameters),
    run: (parameters) => statement.run(parameters),
    iterate: (parameters) => statement.iterate(parameters),
    finalize: () => statement.finalize?.(),
  };
}

/** A statement that is finalized after one use. */
function usedOnce(statement: Statement): Statement {
  const once = <T>(use: () => T): T => {
    try {
      return use();
    } finally {
      statement.finalize?.();
    }
  };
  return {
    reader: statement.reader,
    all: (parameters) => once(() => statement.all(parameters)),
    run: (parameters) => once(() => statement.run(parameters)),
    iterate: (parameters) => once(() => statement.all(parameters)).values(),
  };
}

/**
 * A database that prepares each SQL text once: preparing costs more than running most statements of the sandbox. The least
 * recently used statement is closed for a new one. Statements run one at a time and to their end, so that one object can
 * serve all uses of a text.
 */
export function withCachedStatements(
  database: SqliteDatabase & { prepare(sql: string): Statement },
): SqliteDatabase {
  const statements = new Map<string, Statement>();
  const remove = (sql: string) => {
    statements.get(sql)?.finalize?.();
    statements.delete(sql);
  };
  return {
    close: () => {
      for (const sql of [...statements.keys()]) remove(sql);
      database.close();
    },
    prepare: (sql) => {
      if (sql.length > longest) return usedOnce(database.prepare(sql));
      const statement = statements.get(sql) ?? fixed(database.prepare(sql));
      // The most recently used statement comes last.
      statements.delete(sql);
      statements.set(sql, statement);
      const [oldest] = statements.keys();
      if (statements.size > maxStatements && oldest !== undefined) remove(oldest);
      return statement;
    },
  };
}

/**
 * SQLite ends a transaction when the disk is full (https://www.sqlite.org/lang_transaction.html, 3), and when the
 * database is closed. Another rollback would fail, and its error would hide the first one. libsql aborts the process when a
 * closed database is asked for `inTransaction`, so `open` is checked first.
 */
class Driver extends SqliteDriver {
  constructor(
    private readonly database: TransactionalDatabase,
    private readonly hooks: Hooks,
  ) {
    super({ database: withCachedStatements(database) });
  }

  override async commitTransaction(connection: DatabaseConnection): Promise<void> {
    // Before, so that nothing is acknowledged that is lost.
    this.hooks.beforeCommit?.();
    await super.commitTransaction(connection);
  }

  override async rollbackTransaction(connection: DatabaseConnection): Promise<void> {
    if (this.database.open && this.database.inTransaction)
      await super.rollbackTransaction(connection);
  }

  override async destroy(): Promise<void> {
    this.hooks.beforeClose?.();
    await super.destroy();
    this.hooks.afterClose?.();
  }
}

/** Called before a transaction is committed, which fails if the hook throws, and when the database is closed. */
interface Hooks {
  readonly beforeCommit?: () => void;
  readonly beforeClose?: () => void;
  readonly afterClose?: () => void;
}

/** Kysely's dialect for an open SQLite database, with cached statements. */
export class CachingSqliteDialect extends SqliteDialect {
  constructor(
    private readonly database: TransactionalDatabase,
    private readonly hooks: Hooks = {},
  ) {
    super({ database });
  }

  override createDriver(): Driver {
    return new Driver(this.database, this.hooks);
  }
}
