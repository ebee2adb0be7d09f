import { PostgresAdapter, sql, type Kysely } from 'kysely';

/**
 * Type of text columns: compared and sorted byte by byte, as SQLite does by itself. PostgreSQL would take the order of a
 * language, which depends on its installation: every text column of a migration has this type.
 */
export function textColumn(db: Kysely<unknown>) {
  return db.getExecutor().adapter instanceof PostgresAdapter
    ? sql`text collate "C"`
    : sql.raw('text');
}
