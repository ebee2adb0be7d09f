import { Migrator, sql, type Migration } from 'kysely';
import { expect, it } from 'vitest';
import { first } from '../../src/store/migrations/first.ts';
import { reportsOutliveNodes } from '../../src/store/migrate.ts';
import { openSqlite } from '../../src/store/open.ts';

it('keeps what was reported before', async () => {
  const db = openSqlite(':memory:');
  const migrate = async (migrations: Record<string, Migration>) => {
    const provider = { getMigrations: () => Promise.resolve(migrations) };
    const { error } = await new Migrator({ db, provider }).migrateToLatest();
    if (error !== undefined) throw error as Error;
  };
  await migrate({ '0001-first': first });
  const of = { project_id: 'p', created: 1 };
  const project = { id: 'p', api_key_hash: 'hash', created: 1, last_used: 1 };
  await db.insertInto('projects').values(project).execute();
  const node = { ...of, id: 'n', name: '', description: '', modified: 1, last_heartbeat: null };
  const binding = { device_id: null, is_bound: 0, connection_key: 'k', binding_secret: 's' };
  await db
    .insertInto('nodes')
    .values({ ...node, ...binding, suspended: 0 })
    .execute();
  const plan = { name: '', comment: '', asset_id: 'a', filter: '{}', stages: '[]' };
  await db
    .insertInto('deployments')
    .values({ ...of, ...plan, id: 'd', starts: 1, expires: 2, aborted: null })
    .execute();
  const report = { deployment_id: 'd', node_id: 'n', stage: 3, status: 'success', updated: 5 };
  await sql`insert into deployment_nodes values ('p', 'd', 'n', 3, 'success', 5)`.execute(db);

  await migrate({ '0001-first': first, '0002': reportsOutliveNodes });
  await db.deleteFrom('nodes').execute();
  expect(await db.selectFrom('deployment_reports').selectAll().execute()).toEqual([
    { project_id: 'p', ...report },
  ]);
  await db.deleteFrom('projects').execute();
  expect(await db.selectFrom('deployment_reports').selectAll().execute()).toEqual([]);
  await db.destroy();
});
