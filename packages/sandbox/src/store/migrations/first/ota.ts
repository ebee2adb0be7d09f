import type { Kysely } from 'kysely';
import { textColumn } from '../text-column.ts';

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
  // The asset is no foreign key: what was deployed stays listed when its file is deleted.
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

/** Assets with their bytes, and deployments with what they have come to on each node. */
export async function createOta(db: Kysely<unknown>): Promise<void> {
  await createAssets(db);
  await createDeployments(db);
}
