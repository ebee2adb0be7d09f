import type { Kysely } from 'kysely';
import { textColumn } from '../text-column.ts';

/** Commands. They go with their node. */
export async function createCommands(db: Kysely<unknown>): Promise<void> {
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
