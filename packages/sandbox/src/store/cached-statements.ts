import type { SqliteDatabase, SqliteStatement } from 'kysely';

/** Statements kept. The calls have fewer than half as many; lists of ids make more. */
const kept = 1000;

/** Characters of the longest text that is kept: an insert of a few points, not one of 1000, of which there are as many forms. */
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
 * A database that prepares each SQL text once: preparing costs more than running most statements of the sandbox. The text
 * used longest ago makes room for a new one. Statements are run one after the other and to their end, so that one object
 * can serve all uses of a text.
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
      if (statements.size > kept && oldest !== undefined) statements.delete(oldest);
      return statement;
    },
  };
}
