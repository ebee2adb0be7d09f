import type { Kysely } from 'kysely';
import { textColumn } from '../text-column.ts';

/** Access tokens, and secrets of the sandbox itself. */
export async function createAccess(db: Kysely<unknown>): Promise<void> {
  const text = textColumn(db);
  await db.schema
    .createTable('access_tokens')
    .addColumn('project_id', text, (column) =>
      column.notNull().references('projects.id').onDelete('cascade'),
    )
    // A signed request names no project: the token's id alone leads to it.
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
