import { isOnPostgres } from './test-store.ts';

/**
 * How often a property is tried. On PostgreSQL a fifth of it: SQLite finds what is wrong with the behavior, PostgreSQL what
 * it does otherwise.
 */
export function runs(onSqlite: number): number {
  return isOnPostgres() ? Math.ceil(onSqlite / 5) : onSqlite;
}
