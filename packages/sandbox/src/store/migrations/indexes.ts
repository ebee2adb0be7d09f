import type { Kysely, Migration } from 'kysely';

/** What sweeps look for in all projects at once. */
export const indexes: Migration = {
  up: async (db: Kysely<unknown>) => {
    await db.schema.createIndex('logs_time').on('logs').column('timestamp').execute();
  },
};
