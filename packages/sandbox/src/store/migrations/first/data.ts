import type { Kysely } from 'kysely';
import { textColumn } from '../text-column.ts';

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

/** The key is the order that one node's history is read in; there is no other index for a submission to keep. */
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

/** Variables, their points, and the log lines of nodes. Points go with their node and with their variable. */
export async function createData(db: Kysely<unknown>): Promise<void> {
  await createVariables(db);
  await createPoints(db);
  await createLogs(db);
}
