import type { Kysely, Migration } from 'kysely';
import { createAccess } from './first/access.ts';
import { createCommands } from './first/commands.ts';
import { createData } from './first/data.ts';
import { createLocks } from './first/locks.ts';
import { createOta } from './first/ota.ts';
import { createProjects } from './first/projects.ts';
import { createValueStore } from './first/value-store.ts';

/** The first form of all tables. */
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
