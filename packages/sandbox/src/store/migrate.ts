import { Migrator, type Kysely, type Migration } from 'kysely';
import type { Database } from './database.ts';
import { first } from './migrations/first.ts';
import { indexes } from './migrations/indexes.ts';
import { reportsOutliveNodes } from './migrations/reports-outlive-nodes.ts';

/** In the order of their names, each run once. */
const migrations: Readonly<Record<string, Migration>> = {
  '0001-first': first,
  '0002-reports-outlive-nodes': reportsOutliveNodes,
  '0003-indexes': indexes,
};

/** @throws Error when a migration fails; what it had done is undone */
export async function migrate(db: Kysely<Database>): Promise<void> {
  const migrator = new Migrator({
    db,
    provider: { getMigrations: () => Promise.resolve(migrations) },
  });
  const { error } = await migrator.migrateToLatest();
  if (error !== undefined)
    throw error instanceof Error ? error : new Error('a migration failed', { cause: error });
}
