import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { inTransaction } from '../../src/core/transaction.ts';
import { prepared } from '../../src/store/prepared.ts';
import { TestSandbox } from '../support/sandbox.ts';

/** A query that tells when it is built. */
function namedProjects(built: () => void) {
  return prepared((db, { ids, since }: { ids: readonly string[]; since: number }) => {
    built();
    const query = db.selectFrom('projects').select('id').where('id', 'in', ids);
    return query.where('created', '>=', since).where('last_used', '>=', 0).orderBy('id');
  });
}

describe('a prepared query', () => {
  let sandbox: TestSandbox;
  let builds: number;
  let named: ReturnType<typeof namedProjects>;

  beforeEach(async () => {
    sandbox = await TestSandbox.open({});
    for (const id of ['a', 'b', 'c']) await sandbox.project(id);
    builds = 0;
    named = namedProjects(() => (builds += 1));
  });
  afterEach(() => sandbox.close());

  it('is built once for each length of its lists, and takes the values of each run', async () => {
    expect(await named(sandbox.db, { ids: ['b', 'x'], since: 0 })).toEqual([{ id: 'b' }]);
    expect(await named(sandbox.db, { ids: ['c', 'a'], since: 0 })).toEqual([
      { id: 'a' },
      { id: 'c' },
    ]);
    expect(await named(sandbox.db, { ids: ['c', 'a'], since: sandbox.now + 1 })).toEqual([]);
    expect(builds).toBe(1);
    expect(await named(sandbox.db, { ids: ['c'], since: 0 })).toEqual([{ id: 'c' }]);
    expect(builds).toBe(2);
  });

  it('serves the transactions of its database, and their rollbacks', async () => {
    const add = prepared((db, { rows }: { rows: readonly { project: string; points: number }[] }) =>
      db
        .insertInto('point_counts')
        .values(rows.map(({ project, points }) => ({ project_id: project, points })))
        .returning('points'),
    );
    const rows = [
      { project: 'a', points: 1 },
      { project: 'b', points: 2 },
    ];
    const failing = inTransaction(sandbox.db, async (tx) => {
      expect(await add(tx, { rows })).toEqual([{ points: 1 }, { points: 2 }]);
      throw new Error('rolled back');
    });
    await expect(failing).rejects.toThrow('rolled back');
    expect(await sandbox.db.selectFrom('point_counts').selectAll().execute()).toEqual([]);
    expect(await inTransaction(sandbox.db, (tx) => add(tx, { rows }))).toHaveLength(2);
  });

  it('belongs to one database: another one has its own query', async () => {
    const other = await TestSandbox.open({});
    await other.project('other');
    try {
      await named(sandbox.db, { ids: ['a'], since: 0 });
      expect(await named(other.db, { ids: ['other'], since: 0 })).toEqual([{ id: 'other' }]);
      expect(builds).toBe(2);
    } finally {
      await other.close();
    }
  });

  it('is built each time for a list that is too long to cache', async () => {
    const ids = Array.from({ length: 200 }, (_, at) => (at === 199 ? 'c' : `none ${at}`));
    for (const expected of [1, 2]) {
      expect(await named(sandbox.db, { ids, since: 0 })).toEqual([{ id: 'c' }]);
      expect(builds).toBe(expected);
    }
  });
});
