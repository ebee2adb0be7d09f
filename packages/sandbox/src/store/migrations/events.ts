import type { Kysely, Migration } from 'kysely';
import { textColumn } from './text-column.ts';

/** Events of nodes, which go with their node. */
export const events: Migration = {
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
