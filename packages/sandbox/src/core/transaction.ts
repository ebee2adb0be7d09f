import type { Kysely, Transaction } from 'kysely';
import type { Database, LockName } from '../store/database.ts';
import { codeOf, projectEnded } from './errors.ts';

/** Maximum attempts for a transaction that conflicts with another one. */
const attempts = 4;

/**
 * PostgreSQL errors that a retry can resolve: serialization failure, deadlock, and a reference to a row that another
 * transaction deleted in the meantime (https://www.postgresql.org/docs/current/errcodes-appendix.html). SQLite has one
 * writer, so they do not occur there.
 */
const lost = new Set(['40001', '40P01', '23503']);

/**
 * Runs work in a transaction: all of its writes are applied, or none. After a conflict the work is run again from the start,
 * so it must not have effects outside of the transaction.
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
 * Locks the project until the end of the transaction, so that counts remain valid until they are written. SQLite has one
 * writer anyway; PostgreSQL locks the updated row.
 * @throws CallError `auth::tokennotfound` if the project was deleted after its credential was checked
 */
export async function lockProject(tx: Transaction<Database>, projectId: string): Promise<void> {
  const { numUpdatedRows } = await tx
    .updateTable('projects')
    .set((eb) => ({ created: eb.ref('created') }))
    .where('id', '=', projectId)
    .executeTakeFirstOrThrow();
  if (numUpdatedRows === 0n) throw projectEnded();
}

/** The same for counts over all projects. Acquire it after the lock of a project, never before. */
export async function lockAll(tx: Transaction<Database>, name: LockName): Promise<void> {
  await tx
    .updateTable('locks')
    .set((eb) => ({ name: eb.ref('name') }))
    .where('name', '=', name)
    .execute();
}
