import { sql } from 'kysely';
import { expect, it } from 'vitest';
import { isOnPostgres, openTestStore } from '../support/test-store.ts';

// PostgreSQL reads small tables as a whole.
it.runIf(!isOnPostgres())('finds log lines of all projects by their time', async () => {
  const store = await openTestStore();
  const { rows } = await sql<{
    detail: string;
  }>`explain query plan delete from logs where timestamp < 1`.execute(store.db);
  expect(rows.map(({ detail }) => detail)).toEqual([
    expect.stringContaining('SEARCH logs USING') as string,
  ]);
  await store.close();
});
