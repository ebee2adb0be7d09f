import type { Kysely, Transaction } from 'kysely';
import type { Database, LockName } from '../store/database.ts';
import { projectEnded } from './auth/identity.ts';
import { codeOf } from './errors.ts';

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

/**
 * Lets no other transaction past the same point before this one ends: what is counted stays true until it is written. SQLite
 * has one writer anyway; PostgreSQL locks the row it is told to write.
 * @throws CallError `auth::tokennotfound` for a project that has ended since its credential was checked
 */
export async function lockProject(tx: Transaction<Database>, projectId: string): Promise<void> {
  const { numUpdatedRows } = await tx
    .updateTable('projects')
    .set((eb) => ({ created: eb.ref('created') }))
    .where('id', '=', projectId)
    .executeTakeFirstOrThrow();
  if (numUpdatedRows === 0n) throw projectEnded();
}

/** The same for what is counted over all projects. To be taken after the lock of a project, never before. */
export async function lockAll(tx: Transaction<Database>, name: LockName): Promise<void> {
  await tx
    .updateTable('locks')
    .set((eb) => ({ name: eb.ref('name') }))
    .where('name', '=', name)
    .execute();
}
