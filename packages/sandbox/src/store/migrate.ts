import { type Kysely, type Migration, Migrator, sql } from 'kysely';
import { type Database, StoreUnavailableError } from './database.ts';
import { first, textColumn } from './migrations/first.ts';

/** Events of nodes, deleted with their node. */
const events: Migration = {
  up: async (db: Kysely<unknown>) => {
    const text = textColumn(db);
    await db.schema
      .createTable('events')
      .addColumn('project_id', text, (column) => column.notNull())
      .addColumn('node_id', text, (column) => column.notNull())
      .addColumn('id', text, (column) => column.notNull())
      .addColumn('type', text, (column) => column.notNull())
      .addColumn('timestamp', 'bigint', (column) => column.notNull())
      .addColumn('data', text, (column) => column.notNull())
      .addColumn('received', 'bigint', (column) => column.notNull())
      .addPrimaryKeyConstraint('events_key', ['project_id', 'id'])
      .addForeignKeyConstraint(
        'events_node',
        ['project_id', 'node_id'],
        'nodes',
        ['project_id', 'id'],
        (constraint) => constraint.onDelete('cascade'),
      )
      .execute();
    await db.schema
      .createIndex('events_of_node')
      .on('events')
      .columns(['project_id', 'node_id'])
      .execute();
    await db.schema.createIndex('events_received').on('events').columns(['received']).execute();
  },
};

/** Indexes for the sweeps, which read all projects. */
const indexes: Migration = {
  up: async (db: Kysely<unknown>) => {
    await db.schema.createIndex('logs_time').on('logs').column('timestamp').execute();
  },
};

/** Counts how much a project is used: the least used ones are deleted first to make space for a new one. */
const projectUses: Migration = {
  up: async (db: Kysely<unknown>) => {
    // Existing projects may have been used.
    await db.schema
      .alterTable('projects')
      .addColumn('uses', 'integer', (column) => column.notNull().defaultTo(1))
      .execute();
    await db.schema
      .createIndex('projects_uses')
      .on('projects')
      .columns(['uses', 'last_used'])
      .execute();
  },
};

/** Heartbeats of a node in the current minute. */
const heartbeatCounts: Migration = {
  up: async (db: Kysely<unknown>) => {
    await db.schema
      .alterTable('nodes')
      .addColumn('heartbeats', 'integer', (column) => column.notNull().defaultTo(0))
      .execute();
    await db.schema.alterTable('nodes').addColumn('heartbeats_since', 'bigint').execute();
  },
};

/** Rules on events, and the rules that matched each event. */
const eventRules: Migration = {
  up: async (db: Kysely<unknown>) => {
    const text = textColumn(db);
    await db.schema
      .createTable('event_rules')
      .addColumn('project_id', text, (column) =>
        column.notNull().references('projects.id').onDelete('cascade'),
      )
      .addColumn('name', text, (column) => column.notNull())
      .addColumn('position', 'integer', (column) => column.notNull())
      .addColumn('pattern', text, (column) => column.notNull())
      .addPrimaryKeyConstraint('event_rules_key', ['project_id', 'name'])
      .execute();
    await db.schema
      .alterTable('events')
      .addColumn('delivered', text, (column) => column.notNull().defaultTo('[]'))
      .execute();
  },
};

/** Live streams. */
const streams: Migration = {
  up: async (db: Kysely<unknown>) => {
    const text = textColumn(db);
    await db.schema
      .createTable('streams')
      .addColumn('project_id', text, (column) =>
        column.notNull().references('projects.id').onDelete('cascade'),
      )
      .addColumn('id', text, (column) => column.notNull())
      .addColumn('nodes', text, (column) => column.notNull())
      .addColumn('variables', text, (column) => column.notNull())
      .addColumn('sends_values', 'integer', (column) => column.notNull())
      .addColumn('expires', 'bigint', (column) => column.notNull())
      .addPrimaryKeyConstraint('streams_key', ['project_id', 'id'])
      .execute();
  },
};

const columns = ['project_id', 'deployment_id', 'node_id', 'stage', 'status', 'updated'] as const;

/** Keeps the result of a deployment on a node after the node is deleted: otherwise, the rollout would admit another device. */
export const reportsOutliveNodes: Migration = {
  up: async (db: Kysely<unknown>) => {
    const text = textColumn(db);
    await db.schema
      .createTable('deployment_reports')
      .addColumn('project_id', text, (column) => column.notNull())
      .addColumn('deployment_id', text, (column) => column.notNull())
      .addColumn('node_id', text, (column) => column.notNull())
      .addColumn('stage', 'integer', (column) => column.notNull())
      .addColumn('status', text, (column) => column.notNull())
      .addColumn('updated', 'bigint', (column) => column.notNull())
      .addPrimaryKeyConstraint('deployment_reports_key', ['project_id', 'deployment_id', 'node_id'])
      .addForeignKeyConstraint(
        'deployment_reports_deployment',
        ['project_id', 'deployment_id'],
        'deployments',
        ['project_id', 'id'],
        (constraint) => constraint.onDelete('cascade'),
      )
      .execute();
    const list = sql.join(columns.map((column) => sql.ref(column)));
    await sql`insert into deployment_reports (${list}) select ${list} from deployment_nodes`.execute(
      db,
    );
    await db.schema.dropTable('deployment_nodes').execute();
  },
};

/**
 * The client that created a project: when all projects are in use, the client with the most of them loses one. And the id that
 * clients know of a project whose data was replaced.
 */
const projectClients: Migration = {
  up: async (db: Kysely<unknown>) => {
    await db.schema.alterTable('projects').addColumn('client', textColumn(db)).execute();
    await db.schema.alterTable('projects').addColumn('public_id', textColumn(db)).execute();
  },
};

/** Migrations in alphabetical order, each run once. */
const migrations: Readonly<Record<string, Migration>> = {
  '0001-first': first,
  '0002-reports-outlive-nodes': reportsOutliveNodes,
  '0003-indexes': indexes,
  '0004-project-uses': projectUses,
  '0005-events': events,
  '0006-heartbeat-counts': heartbeatCounts,
  '0007-event-rules': eventRules,
  '0008-streams': streams,
  '0009-project-clients': projectClients,
};

/** Kysely's error for a migration in the database that this version does not have. */
const unknownMigration = /^corrupted migrations: previously executed migration (\S+) is missing$/;

/**
 * Runs all pending migrations.
 * @throws StoreUnavailableError if a newer version has written the database
 * @throws Error if a migration fails; it is rolled back
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
