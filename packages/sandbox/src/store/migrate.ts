import { Migrator, type Kysely, type Migration } from 'kysely';
import type { Database } from './database.ts';
import { events } from './migrations/events.ts';
import { first } from './migrations/first.ts';
import { indexes } from './migrations/indexes.ts';
import { projectUses } from './migrations/project-uses.ts';
import { reportsOutliveNodes } from './migrations/reports-outlive-nodes.ts';
import { StoreUnavailableError } from './unavailable.ts';

/** In the order of their names, each run once. */
const migrations: Readonly<Record<string, Migration>> = {
  '0001-first': first,
  '0002-reports-outlive-nodes': reportsOutliveNodes,
  '0003-indexes': indexes,
  '0004-project-uses': projectUses,
  '0005-events': events,
};

/** Kysely's words for a migration in the database that this version does not have. */
const unknownMigration = /^corrupted migrations: previously executed migration (\S+) is missing$/;

/**
 * @throws StoreUnavailableError when a newer version has written the database
 * @throws Error when a migration fails; what it had done is undone
 */
export async function migrate(db: Kysely<Database>): Promise<void> {
  const migrator = new Migrator({
    db,
    provider: { getMigrations: () => Promise.resolve(migrations) },
  });
  const { error } = await migrator.migrateToLatest();
  if (error === undefined) return;
  if (!(error instanceof Error)) throw new Error('a migration failed', { cause: error });
  const [, name] = unknownMigration.exec(error.message) ?? [];
  if (name === undefined) throw error;
  throw new StoreUnavailableError(
    `The sandbox's database was written by a newer version of this program (migration "${name}"). Run that version, or set SANDBOX_DATA_DIR or DATABASE_URL to another store.`,
    { cause: error },
  );
}
