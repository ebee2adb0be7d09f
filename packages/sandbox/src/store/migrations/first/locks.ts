import type { Kysely } from 'kysely';
import { lockNames, type LockTables } from '../../tables/locks.ts';
import { textColumn } from '../text-column.ts';

/** Rows to be locked while something is counted over all projects. */
export async function createLocks(db: Kysely<unknown>): Promise<void> {
  await db.schema
    .createTable('locks')
    .addColumn('name', textColumn(db), (column) => column.primaryKey())
    .execute();
  await (db as Kysely<LockTables>)
    .insertInto('locks')
    .values(lockNames.map((name) => ({ name })))
    .execute();
}
