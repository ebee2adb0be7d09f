import type { Kysely, Migration } from 'kysely';

/** How much a project was used: which ones are ended first when a new one needs space. */
export const projectUses: Migration = {
  up: async (db: Kysely<unknown>) => {
    // Of those that exist, nobody knows that they were not used.
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
