import { valueKinds } from '@anedya-docs/openapi-model';
import { DeleteQueryNode, sql, type KyselyPlugin } from 'kysely';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { keyHash } from '../../../src/core/auth/keys.ts';
import { type Identified, recordUse } from '../../../src/core/auth/authenticate.ts';
import { handlers } from '../../../src/sandbox.ts';
import { limits, serverStorage } from '../../../src/core/limits.ts';
import {
  createProject,
  deleteProject,
  endIdleProject,
  resetProject,
} from '../../../src/core/projects/lifecycle.ts';
import { describeProject, renewSampleData } from '../../../src/core/projects/describe.ts';
import { demoSamples } from '../../../src/core/projects/seed.ts';
import { sweep } from '../../../src/sweeper.ts';
import { nodePlatform } from '../../../src/node-platform.ts';
import { rejectionReason } from '../../support/rejection.ts';
import { TestSandbox } from '../../support/sandbox.ts';
import { isOnPostgres } from '../../support/test-store.ts';

const minute = 60_000;

describe('projects', () => {
  let sandbox: TestSandbox;
  const deps = () => ({
    db: sandbox.db,
    ids: sandbox.ids,
    sha256: nodePlatform.sha256,
    pause: sandbox.pause,
    emit: sandbox.emit,
    storage: sandbox.storage,
    clock: { now: () => sandbox.now },
    endIdle: (projectId: string) =>
      endIdleProject(sandbox.db, projectId, sandbox.now, sandbox.pause, sandbox.emit),
  });
  const create = () => createProject(deps());
  const hashOf = ({ apiKey }: { readonly apiKey: string }) => keyHash(nodePlatform.sha256, apiKey);
  const projects = async () => {
    const rows = await sandbox.db.selectFrom('projects').select('id').orderBy('id').execute();
    return rows.map(({ id }) => id);
  };

  beforeEach(async () => {
    sandbox = await TestSandbox.open(handlers);
  });
  afterEach(() => sandbox.close());

  /** How many rows each table holds of a project. */
  async function held(projectId: string): Promise<Record<string, number>> {
    const tables = await sandbox.db.introspection.getTables();
    const entries = tables
      .filter(({ columns }) => columns.some(({ name }) => name === 'project_id'))
      .map(async ({ name }): Promise<[string, number]> => {
        const { rows } = await sql<{ count: number }>`
          select count(*) as count from ${sql.table(name)} where project_id = ${projectId}
        `.execute(sandbox.db);
        return [name, Number(rows[0]?.count)];
      });
    return Object.fromEntries(await Promise.all(entries));
  }

  it('get new sample data for what has expired', async () => {
    const { projectId } = await create();
    const examples = async () => {
      const { examples: all } = await describeProject(deps(), projectId);
      const { 'new device id': _, ...lasting } = all as Record<string, string>;
      return lasting;
    };
    const first = await examples();
    const counts = await held(projectId);
    await renewSampleData(deps(), projectId);
    expect(await examples()).toEqual(first);

    sandbox.now += 24 * 60 * minute;
    await sandbox.db.updateTable('projects').set({ last_used: sandbox.now }).execute();
    await sweep(sandbox.db, sandbox.now, sandbox.pause, sandbox.emit);
    expect(await examples()).not.toHaveProperty('token id');
    await renewSampleData(deps(), projectId);
    const second = await examples();
    expect(Object.keys(second)).toEqual(Object.keys(first));
    const changed = Object.keys(first).filter((name) => first[name] !== second[name]);
    expect(changed.toSorted()).toEqual([
      'command id',
      'failed asset id',
      'new asset id',
      'token id',
      'token secret',
    ]);
    await renewSampleData(deps(), projectId);
    expect(await examples()).toEqual(second);
    expect(await held(projectId)).toEqual({ ...counts, commands: (counts.commands ?? 0) + 1 });

    sandbox.now += 365 * 24 * 60 * minute;
    await renewSampleData(deps(), projectId);
    const third = await examples();
    expect(third['deployment id']).not.toBe(first['deployment id']);
    expect(third['asset id']).toBe(first['asset id']);
  });

  it('stay within their quotas when expired sample data is created again', async () => {
    const { projectId } = await create();
    sandbox.now += 400 * 24 * 60 * minute;
    const { commands: maxCommands, tokens, deployments } = limits.project;
    for (const [table, max] of [
      ['commands', maxCommands],
      ['access_tokens', tokens],
      ['deployments', deployments],
    ] as const) {
      const row = await sandbox.db.selectFrom(table).selectAll().executeTakeFirstOrThrow();
      const rows = Array.from({ length: max - 1 }, (_, index) => ({ ...row, id: `${index}` }));
      await sandbox.db.insertInto(table).values(rows).execute();
    }
    await renewSampleData(deps(), projectId);
    expect(await held(projectId)).toMatchObject({
      commands: maxCommands,
      access_tokens: tokens,
      deployments,
    });
    const unexpired = sandbox.db
      .selectFrom('commands')
      .select('id')
      .where('expires', '>', sandbox.now);
    expect(await unexpired.execute()).toHaveLength(1);
  });

  it('stay within the quota of reports when the expired deployment is created again', async () => {
    const { projectId } = await create();
    sandbox.now += 400 * 24 * 60 * minute;
    const { db } = sandbox;
    const deployment = await db.selectFrom('deployments').selectAll().executeTakeFirstOrThrow();
    const own = { ...deployment, id: 'own', expires: deployment.expires + minute };
    await db.insertInto('deployments').values(own).execute();
    const sample = await db.selectFrom('deployment_reports').selectAll().executeTakeFirstOrThrow();
    const report = { ...sample, deployment_id: own.id };
    const { reports } = limits.project;
    const rows = Array.from({ length: reports - 1 }, (_, id) => ({ ...report, node_id: `${id}` }));
    while (rows.length > 0)
      await db.insertInto('deployment_reports').values(rows.splice(0, 1000)).execute();
    await renewSampleData(deps(), projectId);
    expect(await held(projectId)).toMatchObject({ deployments: 2, deployment_reports: reports });
  });

  it('start with something of everything that a reader wants to see', async () => {
    const { projectId } = await create();
    expect(await held(projectId)).toMatchObject({
      nodes: 2,
      node_tags: 2,
      variables: 3,
      points: 864,
      point_counts: 1,
      logs: 2,
      value_store: 3,
      commands: 1,
      assets: 4,
      asset_parts: 6,
      access_tokens: 1,
      deployments: 1,
      deployment_reports: 1,
    });
  });

  it('have the same values at the same time, in range and of their types', () => {
    const samples = demoSamples(sandbox.now + minute);
    expect(demoSamples(sandbox.now + minute)).toEqual(samples);
    expect(demoSamples(sandbox.now + 4 * minute)).toEqual(samples);
    const newest = Math.max(...samples.map(({ timestamp }) => timestamp));
    const oldest = Math.min(...samples.map(({ timestamp }) => timestamp));
    expect([newest, newest - oldest]).toEqual([sandbox.now, 86_400_000 - 5 * minute]);
    const numbers = samples.flatMap(({ number }) => number ?? []);
    expect(Math.min(...numbers)).toBeGreaterThan(17);
    expect(Math.max(...numbers)).toBeLessThan(29);
    const doors = samples.filter(({ variable }) => variable === 'door_state');
    expect(new Set(doors.map(({ json }) => json))).toEqual(new Set(['"open"', '"closed"']));
  });

  it('keep the hash of their key, not the key', async () => {
    const { apiKey } = await create();
    const rows = await sandbox.db.selectFrom('projects').selectAll().execute();
    expect(apiKey).toHaveLength(64);
    expect(JSON.stringify(rows)).not.toContain(apiKey);
    expect(rows[0]?.api_key_hash).toMatch(/^[0-9a-f]{64}$/);
  });

  it('get new sample data at a reset, under the same key', async () => {
    const project = await create();
    let { projectId } = project;
    const [before] = await sandbox.db.selectFrom('projects').selectAll().execute();
    const fresh = await held(projectId);
    const ids = async () => {
      const { nodes, commandId, assetId } = await describeProject(deps(), projectId);
      return [...(nodes as { nodeId: string }[]).map(({ nodeId }) => nodeId), commandId, assetId];
    };
    const former = await ids();
    await sandbox.request(projectId, 'platform/variables-delete', { variable: 'temperature' });
    await sandbox.request(projectId, 'platform/node-create', { node_name: 'a' });
    const formerId = projectId;
    projectId = await resetProject(deps(), hashOf(project));
    expect(await held(projectId)).toEqual(fresh);
    expect((await ids()).filter((id) => former.includes(id))).toEqual([]);
    expect(new Set(Object.values(await held(formerId)))).toEqual(new Set([0]));
    const after = await sandbox.db.selectFrom('projects').selectAll().execute();
    expect(after).toEqual([{ ...before, id: projectId, public_id: formerId }]);
    expect(await describeProject(deps(), projectId)).toMatchObject({ projectId: formerId });
  });

  it('leave nothing behind when they are dropped, and others alone', async () => {
    const [a, b] = [await create(), await create()];
    const other = await held(b.projectId);
    await deleteProject(deps(), hashOf(a));
    expect(new Set(Object.values(await held(a.projectId)))).toEqual(new Set([0]));
    expect(await held(b.projectId)).toEqual(other);
  });

  it('give up their points before what else would look for them, one by one', async () => {
    const project = await create();
    const deleted: string[] = [];
    const recorder: KyselyPlugin = {
      transformQuery: ({ node }) => {
        if (DeleteQueryNode.is(node)) deleted.push(JSON.stringify(node.from));
        return node;
      },
      transformResult: ({ result }) => Promise.resolve(result),
    };
    await deleteProject({ ...deps(), db: sandbox.db.withPlugin(recorder) }, hashOf(project));
    const order = ['points', 'nodes', 'variables', 'projects'];
    const places = order.map((table) => deleted.findIndex((from) => from.includes(`"${table}"`)));
    expect(places).toEqual([...places].sort((a, b) => a - b));
    expect(places[0]).toBeGreaterThanOrEqual(0);
  });

  it('let other work run while their points are removed', async () => {
    const project = await create();
    const [node] = await sandbox.db.selectFrom('nodes').select('id').execute();
    const row = { project_id: project.projectId, node_id: node?.id ?? '', variable: 'temperature' };
    const points = Array.from({ length: 5000 }, (_, timestamp) => ({
      ...row,
      timestamp,
      number: 1,
    }));
    await sandbox.db.insertInto('points').values(points).execute();
    const projectId = await resetProject(deps(), hashOf(project));
    // In parts of 2000 points, then each other table.
    expect(sandbox.pauses.filter((rows) => rows > 1)).toEqual([2000, 2000]);
    expect(await held(projectId)).toMatchObject({ points: 864 });
  });

  // Triggers are written otherwise in PostgreSQL.
  it.runIf(!isOnPostgres())('end each by itself: one that cannot keeps no other', async () => {
    const [a, b] = [await create(), await create()];
    await sql`create trigger keep before update of api_key_hash on projects when old.id = ${sql.lit(b.projectId)}
      begin select raise(abort, 'kept'); end`.execute(sandbox.db);
    sandbox.now += limits.idle;
    await expect(sweep(sandbox.db, sandbox.now, sandbox.pause, sandbox.emit)).rejects.toThrow(
      'kept',
    );
    expect([sandbox.ended, await projects()]).toEqual([[a.projectId], [b.projectId]]);
    expect(await held(b.projectId)).toMatchObject({ points: 864 });
  });

  it('live on when they were used after they had been found idle', async () => {
    const { projectId } = await create();
    const found = {
      projectId,
      lastUsed: sandbox.now,
      uses: 1,
      principal: { kind: 'apiKey' },
      hasDevice: false,
    };
    sandbox.now += limits.idle;
    const { db, now } = sandbox;
    await db
      .updateTable('projects')
      .set({ last_used: now - 1 })
      .execute();
    await recordUse(deps(), found as Identified);
    expect(await db.selectFrom('projects').select('last_used').execute()).toEqual([
      { last_used: now },
    ]);
    await db
      .updateTable('projects')
      .set({ last_used: now - limits.idle })
      .execute();
    expect(await rejectionReason(recordUse(deps(), found as Identified))).toBe(
      'auth::tokennotfound',
    );
    expect(await rejectionReason(recordUse(deps(), found as Identified))).toBe(
      'auth::tokennotfound',
    );
    expect(await projects()).toEqual([]);
  });

  it('reject requests when they have ended since its credential was checked', async () => {
    const project = await create();
    const { projectId } = project;
    await deleteProject(deps(), hashOf(project));
    const late = [
      sandbox.request(projectId, 'platform/node-create', { node_name: 'a' }),
      resetProject(deps(), hashOf(project)),
      deleteProject(deps(), hashOf(project)),
      describeProject(deps(), projectId),
    ];
    expect(await Promise.all(late.map(rejectionReason))).toEqual(
      late.map(() => 'auth::tokennotfound'),
    );
    expect(await projects()).toEqual([]);
  });

  it('end after a day without a request', async () => {
    const old = await create();
    sandbox.now += limits.idle - 1;
    const young = await create();
    await sweep(sandbox.db, sandbox.now, sandbox.pause, sandbox.emit);
    expect(await projects()).toEqual([old.projectId, young.projectId].sort());
    sandbox.now += 1;
    await sweep(sandbox.db, sandbox.now, sandbox.pause, sandbox.emit);
    expect(await projects()).toEqual([young.projectId]);
  });

  it('are rejected if there are too many, until idle ones are deleted', async () => {
    const { projects: bound, idle } = limits;
    const row = (index: number) => ({
      id: `p${index}`,
      api_key_hash: `${index}`,
      created: sandbox.now,
      last_used: sandbox.now,
    });
    const rows = Array.from({ length: bound.max }, (_, index) => row(index));
    await sandbox.db.insertInto('projects').values(rows).execute();
    expect(await rejectionReason(create())).toBe('sandbox::full');
    sandbox.now += idle;
    const { projectId } = await create();
    expect(await projects()).toEqual([projectId]);
  });

  it('are described with all that their reader needs', async () => {
    const { projectId } = await create();
    const shown = await describeProject(deps(), projectId);
    expect(shown).toMatchObject({
      projectId,
      created: sandbox.now,
      expires: sandbox.now + limits.idle,
      nodes: [
        { name: 'greenhouse-1', bound: true },
        { name: 'greenhouse-2', bound: false, deviceId: '' },
      ],
      variables: [
        { variable: 'temperature', type: 'float' },
        { variable: 'position', type: 'geo' },
        { variable: 'door_state', type: 'status' },
      ],
      usage: { points: { used: 864, limit: serverStorage.points.project } },
    });
    const examples = shown.examples as Record<string, string>;
    expect(Object.keys(examples).sort()).toEqual([...valueKinds].sort());
    expect(examples).toMatchObject({
      'command id': shown.commandId,
      'asset id': shown.assetId,
      'new device id': shown.newDeviceId,
      'new variable': 'humidity',
    });
    expect([shown.commandId, shown.assetId, shown.newDeviceId]).toEqual([
      expect.stringMatching(/^019f/),
      expect.stringMatching(/^019f/),
      expect.stringMatching(/^019f/),
    ]);
  });

  it('list existing items only, instead of examples', async () => {
    const { projectId } = await create();
    await sandbox.request(projectId, 'platform/variable-create', {
      name: 'a',
      variable: 'humidity',
      type: 'float',
    });
    await sandbox.db.deleteFrom('deployments').execute();
    await sandbox.db.deleteFrom('assets').execute();
    await sandbox.db.deleteFrom('access_tokens').execute();
    const { examples, assetId } = await describeProject(deps(), projectId);
    expect(assetId).toBe('');
    expect(examples).toMatchObject({ 'new variable': 'humidity-2' });
    for (const kind of ['asset id', 'failed asset id', 'deployment id', 'token secret']) {
      expect(examples).not.toHaveProperty(kind);
    }
  });

  it('hold a command that waits and assets in every state that a request can end', async () => {
    const { projectId } = await create();
    const request = (name: string) => sandbox.request(projectId, `platform/${name}`, {});
    expect(await request('command-list')).toMatchObject({ data: [{ status: 'pending' }] });
    const { data } = await request('assets-list');
    expect(
      (data as { assetStatus: string }[]).map(({ assetStatus }) => assetStatus).sort(),
    ).toEqual(['deployable', 'mergefailed', 'uploadpending']);
  });
});
