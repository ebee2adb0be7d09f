import type { Kysely } from 'kysely';
import { textColumn } from '../text-column.ts';

/** Keys and their values. Those of a node go with it. */
export async function createValueStore(db: Kysely<unknown>): Promise<void> {
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
