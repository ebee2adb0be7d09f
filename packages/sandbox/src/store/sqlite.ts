import Libsql from 'libsql';
import { Kysely, SqliteDialect, SqliteDriver, type DatabaseConnection } from 'kysely';
import { withCachedStatements } from './cached-statements.ts';
import type { Database } from './database.ts';

/**
 * SQLite ends a transaction by itself when the disk is full (https://www.sqlite.org/lang_transaction.html, 3). To roll back
 * once more would fail, and its error would hide that of the disk.
 */
class Driver extends SqliteDriver {
  constructor(private readonly database: Libsql.Database) {
    super({ database: withCachedStatements(database) });
  }

  override async rollbackTransaction(connection: DatabaseConnection): Promise<void> {
    if (this.database.inTransaction) await super.rollbackTransaction(connection);
  }
}

class Dialect extends SqliteDialect {
  constructor(private readonly database: Libsql.Database) {
    super({ database });
  }

  override createDriver(): Driver {
    return new Driver(this.database);
  }
}

/** @param file or `:memory:` */
export function openSqlite(file: string): Kysely<Database> {
  const database = new Libsql(file);
  // Readers do not wait for a writer. What is committed survives a crash of the process; one of the machine may take the
  // last moments with it (https://www.sqlite.org/pragma.html#pragma_synchronous), for a fifth of the time of a write.
  database.exec('pragma journal_mode = wal; pragma synchronous = normal; pragma foreign_keys = on');
  return new Kysely<Database>({ dialect: new Dialect(database) });
}
