import type { Kysely, Transaction } from 'kysely';
import type { Database } from '../store/database.ts';
import { codeOf } from './store-failure.ts';

/** How often a transaction is tried that lost to another one. */
const attempts = 4;

/**
 * Errors of PostgreSQL that a retry can avoid: serialization failure, deadlock, and a reference to a row
 * that another transaction has deleted meanwhile, which the next attempt does not find any more
 * (https://www.postgresql.org/docs/current/errcodes-appendix.html). SQLite has one writer, and none of them.
 */
const lost = new Set(['40001', '40P01', '23503']);

/**
 * Runs work in a transaction: all of what it writes is there when it resolves, and nothing when it fails. Work that lost
 * to another transaction is run again from its beginning, so it keeps nothing outside of the transaction.
 */
export async function inTransaction<T>(
  db: Kysely<Database>,
  work: (tx: Transaction<Database>) => Promise<T>,
): Promise<T> {
  for (let attempt = 1; ; attempt += 1) {
    try {
      return await db.transaction().execute(work);
    } catch (error) {
      if (attempt === attempts || !lost.has(codeOf(error))) throw error;
    }
  }
}
