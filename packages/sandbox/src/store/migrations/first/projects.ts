import type { Kysely } from 'kysely';
import { textColumn } from '../text-column.ts';

/** Projects, their nodes, tags and children. */
export async function createProjects(db: Kysely<unknown>): Promise<void> {
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
