import type { Transaction } from 'kysely';
import type { Database } from '../store/database.ts';
import type { LockName } from '../store/tables/locks.ts';
import { projectEnded } from './auth/identity.ts';

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
