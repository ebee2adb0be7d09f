import { type Kysely, type Migration, PostgresAdapter, sql } from 'kysely';
import { lockNames, type LockTables } from '../database.ts';

/**
 * Type of text columns: compared and sorted byte by byte, as SQLite does by itself. PostgreSQL would take the order of a
 * language, which depends on its installation: every text column of a migration has this type.
 */
export function textColumn(db: Kysely<unknown>) {
  return db.getExecutor().adapter instanceof PostgresAdapter
    ? sql`text collate "C"`
    : sql.raw('text');
}

/** Access tokens, and secrets of the sandbox itself. */
async function createAccess(db: Kysely<unknown>): Promise<void> {
  const text = textColumn(db);
  await db.schema
    .createTable('access_tokens')
    .addColumn('project_id', text, (column) =>
      column.notNull().references('projects.id').onDelete('cascade'),
    )
    // A signed request names no project: only the token's id identifies it.
    .addColumn('id', text, (column) => column.primaryKey())
    .addColumn('secret', text, (column) => column.notNull())
    .addColumn('policy', text, (column) => column.notNull())
    .addColumn('expires', 'bigint', (column) => column.notNull())
    .execute();
  await db.schema
    .createIndex('access_tokens_project')
    .on('access_tokens')
    .column('project_id')
    .execute();
  await db.schema
    .createTable('server_secrets')
    .addColumn('name', text, (column) => column.primaryKey())
    .addColumn('value', text, (column) => column.notNull())
    .execute();
}

/** Commands. They are deleted with their node. */
async function createCommands(db: Kysely<unknown>): Promise<void> {
  const text = textColumn(db);
  await db.schema
    .createTable('commands')
    .addColumn('project_id', text, (column) => column.notNull())
    .addColumn('id', text, (column) => column.notNull())
    .addColumn('node_id', text, (column) => column.notNull())
    .addColumn('command', text, (column) => column.notNull())
    .addColumn('data', text, (column) => column.notNull())
    .addColumn('data_type', text, (column) => column.notNull())
    .addColumn('status', text, (column) => column.notNull())
    .addColumn('ack_data', text)
    .addColumn('ack_data_type', text)
    .addColumn('issued', 'bigint', (column) => column.notNull())
    .addColumn('updated', 'bigint', (column) => column.notNull())
    .addColumn('expires', 'bigint', (column) => column.notNull())
    .addPrimaryKeyConstraint('commands_key', ['project_id', 'id'])
    .addForeignKeyConstraint(
      'commands_node',
      ['project_id', 'node_id'],
      'nodes',
      ['project_id', 'id'],
      (constraint) => constraint.onDelete('cascade'),
    )
    .execute();
  // What a device asks for: its own commands, the oldest first.
  await db.schema
    .createIndex('commands_queue')
    .on('commands')
    .columns(['project_id', 'node_id', 'issued', 'id'])
    .execute();
}

async function createVariables(db: Kysely<unknown>): Promise<void> {
  const text = textColumn(db);
  await db.schema
    .createTable('variables')
    .addColumn('project_id', text, (column) =>
      column.notNull().references('projects.id').onDelete('cascade'),
    )
    .addColumn('variable', text, (column) => column.notNull())
    .addColumn('id', text, (column) => column.notNull())
    .addColumn('name', text, (column) => column.notNull())
    .addColumn('type', text, (column) => column.notNull())
    .addColumn('description', text, (column) => column.notNull())
    .addColumn('ttl', 'bigint', (column) => column.notNull())
    .addColumn('created', 'bigint', (column) => column.notNull())
    .addPrimaryKeyConstraint('variables_key', ['project_id', 'variable'])
    .execute();
}

/** The key is in the order in which one node's history is read, so that a submission updates no other index. */
async function createPoints(db: Kysely<unknown>): Promise<void> {
  const text = textColumn(db);
  await db.schema
    .createTable('points')
    .addColumn('project_id', text, (column) => column.notNull())
    .addColumn('node_id', text, (column) => column.notNull())
    .addColumn('variable', text, (column) => column.notNull())
    .addColumn('timestamp', 'bigint', (column) => column.notNull())
    .addColumn('number', 'double precision')
    .addColumn('json', text)
    .addPrimaryKeyConstraint('points_key', ['project_id', 'node_id', 'variable', 'timestamp'])
    .addForeignKeyConstraint(
      'points_node',
      ['project_id', 'node_id'],
      'nodes',
      ['project_id', 'id'],
      (constraint) => constraint.onDelete('cascade'),
    )
    .addForeignKeyConstraint(
      'points_variable',
      ['project_id', 'variable'],
      'variables',
      ['project_id', 'variable'],
      (constraint) => constraint.onDelete('cascade'),
    )
    .execute();
  await db.schema
    .createTable('point_counts')
    .addColumn('project_id', text, (column) =>
      column.primaryKey().references('projects.id').onDelete('cascade'),
    )
    .addColumn('points', 'bigint', (column) => column.notNull())
    .execute();
}

async function createLogs(db: Kysely<unknown>): Promise<void> {
  const text = textColumn(db);
  await db.schema
    .createTable('logs')
    .addColumn('project_id', text, (column) => column.notNull())
    .addColumn('node_id', text, (column) => column.notNull())
    .addColumn('timestamp', 'bigint', (column) => column.notNull())
    .addColumn('id', text, (column) => column.notNull())
    .addColumn('body', text, (column) => column.notNull())
    .addPrimaryKeyConstraint('logs_key', ['project_id', 'node_id', 'timestamp', 'id'])
    .addForeignKeyConstraint(
      'logs_node',
      ['project_id', 'node_id'],
      'nodes',
      ['project_id', 'id'],
      (constraint) => constraint.onDelete('cascade'),
    )
    .execute();
}

/** Variables, their points, and the log lines of nodes. Points are deleted with their node and with their variable. */
async function createData(db: Kysely<unknown>): Promise<void> {
  await createVariables(db);
  await createPoints(db);
  await createLogs(db);
}

/** Rows to lock while something is counted over all projects. */
async function createLocks(db: Kysely<unknown>): Promise<void> {
  await db.schema
    .createTable('locks')
    .addColumn('name', textColumn(db), (column) => column.primaryKey())
    .execute();
  await (db as Kysely<LockTables>)
    .insertInto('locks')
    .values(lockNames.map((name) => ({ name })))
    .execute();
}

async function createAssets(db: Kysely<unknown>): Promise<void> {
  const text = textColumn(db);
  await db.schema
    .createTable('assets')
    .addColumn('project_id', text, (column) =>
      column.notNull().references('projects.id').onDelete('cascade'),
    )
    .addColumn('id', text, (column) => column.notNull())
    .addColumn('identifier', text, (column) => column.notNull())
    .addColumn('version', text, (column) => column.notNull())
    .addColumn('description', text, (column) => column.notNull())
    .addColumn('is_signed', 'integer', (column) => column.notNull())
    .addColumn('signature', text, (column) => column.notNull())
    .addColumn('checksum', text, (column) => column.notNull())
    .addColumn('meta', text, (column) => column.notNull())
    .addColumn('status', text, (column) => column.notNull())
    .addColumn('parts', 'integer', (column) => column.notNull())
    .addColumn('size', 'bigint', (column) => column.notNull())
    .addColumn('etags', text, (column) => column.notNull())
    .addColumn('created', 'bigint', (column) => column.notNull())
    .addColumn('completed', 'bigint')
    .addColumn('joining', 'bigint')
    .addPrimaryKeyConstraint('assets_key', ['project_id', 'id'])
    .execute();
  await db.schema
    .createTable('asset_parts')
    .addColumn('project_id', text, (column) => column.notNull())
    .addColumn('asset_id', text, (column) => column.notNull())
    .addColumn('part', 'integer', (column) => column.notNull())
    .addColumn('size', 'bigint', (column) => column.notNull())
    .addColumn('etag', text, (column) => column.notNull())
    // PostgreSQL's name; SQLite takes any and stores bytes as they are.
    .addColumn('bytes', 'bytea', (column) => column.notNull())
    .addPrimaryKeyConstraint('asset_parts_key', ['project_id', 'asset_id', 'part'])
    .addForeignKeyConstraint(
      'asset_parts_asset',
      ['project_id', 'asset_id'],
      'assets',
      ['project_id', 'id'],
      (constraint) => constraint.onDelete('cascade'),
    )
    .execute();
}

async function createDeployments(db: Kysely<unknown>): Promise<void> {
  const text = textColumn(db);
  // The asset is no foreign key: a deployment stays listed when its file is deleted.
  await db.schema
    .createTable('deployments')
    .addColumn('project_id', text, (column) =>
      column.notNull().references('projects.id').onDelete('cascade'),
    )
    .addColumn('id', text, (column) => column.notNull())
    .addColumn('name', text, (column) => column.notNull())
    .addColumn('comment', text, (column) => column.notNull())
    .addColumn('asset_id', text, (column) => column.notNull())
    .addColumn('filter', text, (column) => column.notNull())
    .addColumn('stages', text, (column) => column.notNull())
    .addColumn('starts', 'bigint', (column) => column.notNull())
    .addColumn('expires', 'bigint', (column) => column.notNull())
    .addColumn('aborted', 'bigint')
    .addColumn('created', 'bigint', (column) => column.notNull())
    .addPrimaryKeyConstraint('deployments_key', ['project_id', 'id'])
    .execute();
  await db.schema
    .createTable('deployment_nodes')
    .addColumn('project_id', text, (column) => column.notNull())
    .addColumn('deployment_id', text, (column) => column.notNull())
    .addColumn('node_id', text, (column) => column.notNull())
    .addColumn('stage', 'integer', (column) => column.notNull())
    .addColumn('status', text, (column) => column.notNull())
    .addColumn('updated', 'bigint', (column) => column.notNull())
    .addPrimaryKeyConstraint('deployment_nodes_key', ['project_id', 'deployment_id', 'node_id'])
    .addForeignKeyConstraint(
      'deployment_nodes_deployment',
      ['project_id', 'deployment_id'],
      'deployments',
      ['project_id', 'id'],
      (constraint) => constraint.onDelete('cascade'),
    )
    .addForeignKeyConstraint(
      'deployment_nodes_node',
      ['project_id', 'node_id'],
      'nodes',
      ['project_id', 'id'],
      (constraint) => constraint.onDelete('cascade'),
    )
    .execute();
  await db.schema
    .createIndex('deployment_nodes_node_index')
    .on('deployment_nodes')
    .columns(['project_id', 'node_id'])
    .execute();
}

/** Assets with their bytes, and deployments with their result on each node. */
async function createOta(db: Kysely<unknown>): Promise<void> {
  await createAssets(db);
  await createDeployments(db);
}

/** Projects, their nodes, tags and children. */
async function createProjects(db: Kysely<unknown>): Promise<void> {
  const text = textColumn(db);
  await db.schema
    .createTable('projects')
    .addColumn('id', text, (column) => column.primaryKey())
    .addColumn('api_key_hash', text, (column) => column.notNull().unique())
    .addColumn('created', 'bigint', (column) => column.notNull())
    .addColumn('last_used', 'bigint', (column) => column.notNull())
    .execute();
  await db.schema
    .createTable('nodes')
    .addColumn('project_id', text, (column) =>
      column.notNull().references('projects.id').onDelete('cascade'),
    )
    .addColumn('id', text, (column) => column.notNull())
    .addColumn('name', text, (column) => column.notNull())
    .addColumn('description', text, (column) => column.notNull())
    .addColumn('device_id', text)
    .addColumn('is_bound', 'integer', (column) => column.notNull())
    .addColumn('connection_key', text, (column) => column.notNull().unique())
    .addColumn('binding_secret', text, (column) => column.notNull())
    .addColumn('suspended', 'integer', (column) => column.notNull())
    .addColumn('created', 'bigint', (column) => column.notNull())
    .addColumn('modified', 'bigint', (column) => column.notNull())
    .addColumn('last_heartbeat', 'bigint')
    .addPrimaryKeyConstraint('nodes_key', ['project_id', 'id'])
    .execute();
  // One device is one node of its project. Projects may use the same id: every reader copies the one of the examples.
  await db.schema
    .createIndex('nodes_device')
    .unique()
    .on('nodes')
    .columns(['project_id', 'device_id'])
    .execute();
  await db.schema
    .createTable('node_tags')
    .addColumn('project_id', text, (column) => column.notNull())
    .addColumn('node_id', text, (column) => column.notNull())
    .addColumn('key', text, (column) => column.notNull())
    .addColumn('value', text, (column) => column.notNull())
    .addPrimaryKeyConstraint('node_tags_key', ['project_id', 'node_id', 'key'])
    .addForeignKeyConstraint(
      'node_tags_node',
      ['project_id', 'node_id'],
      'nodes',
      ['project_id', 'id'],
      (constraint) => constraint.onDelete('cascade'),
    )
    .execute();
  await db.schema
    .createTable('node_children')
    .addColumn('project_id', text, (column) => column.notNull())
    .addColumn('parent_id', text, (column) => column.notNull())
    .addColumn('child_id', text, (column) => column.notNull())
    .addColumn('alias', text, (column) => column.notNull())
    .addColumn('created', 'bigint', (column) => column.notNull())
    .addPrimaryKeyConstraint('node_children_key', ['project_id', 'parent_id', 'child_id'])
    .addUniqueConstraint('node_children_alias', ['project_id', 'parent_id', 'alias'])
    .addForeignKeyConstraint(
      'node_children_parent',
      ['project_id', 'parent_id'],
      'nodes',
      ['project_id', 'id'],
      (constraint) => constraint.onDelete('cascade'),
    )
    .addForeignKeyConstraint(
      'node_children_child',
      ['project_id', 'child_id'],
      'nodes',
      ['project_id', 'id'],
      (constraint) => constraint.onDelete('cascade'),
    )
    .execute();
  await db.schema.createIndex('projects_used').on('projects').column('last_used').execute();
}

/** Keys and their values. Those of a node are deleted with it. */
async function createValueStore(db: Kysely<unknown>): Promise<void> {
  const text = textColumn(db);
  await db.schema
    .createTable('value_store')
    .addColumn('project_id', text, (column) =>
      column.notNull().references('projects.id').onDelete('cascade'),
    )
    .addColumn('scope', text, (column) => column.notNull())
    .addColumn('namespace', text, (column) => column.notNull())
    .addColumn('key', text, (column) => column.notNull())
    .addColumn('node_id', text)
    .addColumn('type', text, (column) => column.notNull())
    .addColumn('value', text, (column) => column.notNull())
    .addColumn('size', 'integer', (column) => column.notNull())
    .addColumn('created', 'bigint', (column) => column.notNull())
    .addColumn('modified', 'bigint', (column) => column.notNull())
    .addPrimaryKeyConstraint('value_store_key', ['project_id', 'scope', 'namespace', 'key'])
    .addForeignKeyConstraint(
      'value_store_node',
      ['project_id', 'node_id'],
      'nodes',
      ['project_id', 'id'],
      (constraint) => constraint.onDelete('cascade'),
    )
    .execute();
  await db.schema
    .createIndex('value_store_of_node')
    .on('value_store')
    .columns(['project_id', 'node_id'])
    .execute();
}

/** The initial tables. */
export const first: Migration = {
  up: async (db: Kysely<unknown>) => {
    await createProjects(db);
    await createAccess(db);
    await createData(db);
    await createCommands(db);
    await createValueStore(db);
    await createOta(db);
    await createLocks(db);
  },
};
