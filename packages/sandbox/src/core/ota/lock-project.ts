import type { Transaction } from 'kysely';
import type { Database } from '../../store/database.ts';

/**
 * Lets no other transaction past the same point before this one ends: what is counted stays true until it is written. SQLite
 * has one writer anyway; PostgreSQL locks the row it is told to write.
 */
export async function lockProject(tx: Transaction<Database>, projectId: string): Promise<void> {
  await tx
    .updateTable('projects')
    .set((eb) => ({ created: eb.ref('created') }))
    .where('id', '=', projectId)
    .execute();
}
