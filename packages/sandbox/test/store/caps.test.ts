import { sql } from 'kysely';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { handlers } from '../../src/sandbox.ts';
import { limits, serverStorage } from '../../src/core/limits.ts';
import { createProject } from '../../src/core/projects/lifecycle.ts';
import { nodePlatform } from '../../src/node-platform.ts';
import { compete, competitors } from '../support/compete.ts';
import { deviceOf } from '../support/data-bench.ts';
import { TestSandbox } from '../support/sandbox.ts';

const caps = { ...limits.project, points: serverStorage.points.project };
const oneWins = { ok: 1, 'sandbox::toomany': competitors - 1 };

describe('the last place of a cap', () => {
  let sandbox: TestSandbox;
  let node: string;

  beforeEach(async () => {
    sandbox = await TestSandbox.open(handlers);
    node = await sandbox.node(await sandbox.project('p'));
  });
  afterEach(() => sandbox.close());

  const platform = (operation: string, body: Parameters<TestSandbox['request']>[2]) =>
    sandbox.request('p', `platform/${operation}`, body);
  const device = (operation: string, body: Parameters<TestSandbox['request']>[2]) =>
    sandbox.request('p', `device/${operation}`, body, deviceOf(node));

  /** Rows to fill a table with, in parts that a statement takes. */
  async function fill<T>(count: number, row: (index: number) => T, insert: (rows: T[]) => unknown) {
    for (let start = 0; start < count; start += 500) {
      const length = Math.min(500, count - start);
      await insert(Array.from({ length }, (_, index) => row(start + index)));
    }
  }

  it('is taken by one of the nodes', async () => {
    for (let held = 1; held < caps.nodes - 1; held += 1) await sandbox.node('p');
    expect(await compete(() => platform('node-create', { node_name: 'a' }))).toEqual(oneWins);
  });

  it('is taken by one of the tags', async () => {
    const row = (index: number) => ({ project_id: 'p', node_id: node, key: `${index}`, value: '' });
    await fill(caps.tags - 1, row, (rows) =>
      sandbox.db.insertInto('node_tags').values(rows).execute(),
    );
    const tag = (index: number) => ({ type: 'tag', tag: { key: `new ${index}`, value: '' } });
    const update = (index: number) =>
      platform('node-update', { nodeid: node, updates: [tag(index)] });
    expect(await compete(update)).toEqual(oneWins);
  });

  it('is taken by one of the variables', async () => {
    const create = (name: string) =>
      platform('variable-create', { name, variable: name, type: 'float' });
    for (let held = 0; held < caps.variables - 1; held += 1) await create(`v${held}`);
    expect(await compete((index) => create(`new ${index}`))).toEqual(oneWins);
  });

  it('is taken by one of the values, and one key takes one place', async () => {
    const place = { project_id: 'p', scope: 'global', namespace: 'n', node_id: null };
    const row = (index: number) => ({
      ...place,
      key: `${index}`,
      type: 'float',
      value: '1',
      size: 8,
      created: 0,
      modified: 0,
    });
    await fill(caps.values - 1, row, (rows) =>
      sandbox.db.insertInto('value_store').values(rows).execute(),
    );
    const set = (key: string) =>
      device('valuestore-set-value', { namespace: { scope: 'self', id: '' }, key, ...one });
    const one = { value: 1, type: 'float' };
    expect(await compete((index) => set(`new ${index}`))).toEqual(oneWins);
    const { key } = await sandbox.db
      .selectFrom('value_store')
      .select('key')
      .where('node_id', '=', node)
      .executeTakeFirstOrThrow();
    expect(await compete(() => set(key))).toEqual({ ok: competitors });
  });

  it('is taken by one of the commands', async () => {
    const row = (index: number) => ({
      project_id: 'p',
      id: `c${index}`,
      node_id: node,
      command: 'a',
      data: '',
      data_type: 'string',
      status: 'pending',
      ack_data: null,
      ack_data_type: null,
      issued: 0,
      updated: 0,
      expires: sandbox.now + 1,
    });
    await fill(caps.commands - 1, row, (rows) =>
      sandbox.db.insertInto('commands').values(rows).execute(),
    );
    const body = { nodeid: node, command: 'a', data: '', type: 'string' };
    expect(await compete(() => platform('commands-send', body))).toEqual(oneWins);
  });

  it('is taken by one of the tokens', async () => {
    const create = () => platform('access-token-create', { ttlSec: 60, policy: { allow: [] } });
    for (let held = 0; held < caps.tokens - 1; held += 1) await create();
    expect(await compete(create)).toEqual(oneWins);
  });

  it('is taken by one of the assets', async () => {
    const body = { assetIdentifier: 'a', assetVersion: '1', assetSigned: false };
    const create = () => platform('assets-create', body);
    for (let held = 0; held < caps.assets - 1; held += 1) await create();
    expect(await compete(create)).toEqual(oneWins);
  });

  it('is not exceeded by log lines, which replace the oldest', async () => {
    const row = (index: number) => ({
      project_id: 'p',
      node_id: node,
      timestamp: index,
      id: `l${index}`,
      body: '""',
    });
    await fill(caps.logs - 1, row, (rows) => sandbox.db.insertInto('logs').values(rows).execute());
    const submit = () => device('logs-submit-logs', { data: [{ timestamp: 0, log: 'a' }] });
    expect(await compete(submit)).toEqual({ ok: competitors });
    const { held } = await sandbox.db
      .selectFrom('logs')
      .select(({ fn }) => fn.countAll().as('held'))
      .executeTakeFirstOrThrow();
    expect(Number(held)).toBe(caps.logs);
  });

  it('is taken by one of the points', async () => {
    await platform('variable-create', { name: 'v', variable: 'v', type: 'float' });
    await sql`
      insert into points (project_id, node_id, variable, timestamp, number)
      with recursive numbers(number) as (
        select 1 union all select number + 1 from numbers where number < ${sql.lit(caps.points - 1)}
      )
      select 'p', ${sql.lit(node)}, 'v', number, number from numbers
    `.execute(sandbox.db);
    const points = caps.points - 1;
    await sandbox.db.insertInto('point_counts').values({ project_id: 'p', points }).execute();
    const submit = (index: number) =>
      device('submitdata', {
        data: [{ variable: 'v', value: 1, timestamp: sandbox.now - index }],
      });
    expect(await compete(submit)).toEqual(oneWins);
  });

  it('is taken by one of the projects', async () => {
    const { now } = sandbox;
    const row = (index: number) => ({
      id: `other ${index}`,
      api_key_hash: `hash ${index}`,
      created: now,
      last_used: now,
    });
    await fill(limits.projects.max - 2, row, (rows) =>
      sandbox.db.insertInto('projects').values(rows).execute(),
    );
    const deps = {
      db: sandbox.db,
      ids: sandbox.ids,
      sha256: nodePlatform.sha256,
      pause: sandbox.pause,
      emit: sandbox.emit,
      clock: { now: () => now },
    };
    expect(await compete(() => createProject(deps))).toEqual({
      ok: 1,
      'sandbox::full': competitors - 1,
    });
  });
});
