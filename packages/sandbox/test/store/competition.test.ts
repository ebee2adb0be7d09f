import { sql } from 'kysely';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { handlers } from '../../src/sandbox.ts';
import { deleteProject, resetProject } from '../../src/core/projects/lifecycle.ts';
import { inTransaction } from '../../src/core/transaction.ts';
import { nodePlatform } from '../../src/node-platform.ts';
import { compete, competitors } from '../support/compete.ts';
import { deviceOf } from '../support/data-bench.ts';
import { deferred } from '../support/deferred.ts';
import { TestSandbox } from '../support/sandbox.ts';
import { isOnPostgres } from '../support/test-store.ts';

const lost = competitors - 1;

function deviceId(index: number): string {
  return `00000000-0000-4000-8000-${index.toString(16).padStart(12, '0')}`;
}

describe('concurrent requests', () => {
  let sandbox: TestSandbox;
  let node: string;

  beforeEach(async () => {
    sandbox = await TestSandbox.open(handlers);
    node = await sandbox.node(await sandbox.project('p'));
  });
  afterEach(() => sandbox.close());

  it('use a binding secret once', async () => {
    const { binding_secret: bindingsecret } = await sandbox.db
      .selectFrom('nodes')
      .select('binding_secret')
      .executeTakeFirstOrThrow();
    const bind = (index: number) =>
      sandbox.request(
        ...(['p', 'device/binddevice', { deviceid: deviceId(index), bindingsecret }] as const),
        deviceOf(node),
      );
    expect(await compete(bind)).toEqual({ ok: 1, 'auth::accessdenied': lost });
  });

  it('give a device to one node', async () => {
    const nodes = [node];
    while (nodes.length < competitors) nodes.push(await sandbox.node('p'));
    const authorize = (index: number) =>
      sandbox.request('p', 'platform/node-authorize', {
        nodeid: nodes[index] ?? '',
        deviceid: deviceId(1),
      });
    expect(await compete(authorize)).toEqual({ ok: 1, 'node::devidexists': lost });
  });

  it('conclude a command once', async () => {
    const { commandId = '' } = await sandbox.request('p', 'platform/commands-send', {
      nodeid: node,
      command: 'set-led',
      data: 'on',
      type: 'string',
    });
    const report = { commandId, status: 'success' };
    const conclude = (index: number) =>
      index % 2 === 0
        ? sandbox.request('p', 'device/commands-update-status', report, deviceOf(node))
        : sandbox.request('p', 'platform/command-invalidate', { commandId });
    const ends = await compete(conclude);
    expect(ends.ok).toBe(1);
    expect((ends['sandbox::commandconcluded'] ?? 0) + (ends['cmd::notfound'] ?? 0)).toBe(lost);
  });

  it('define a variable once', async () => {
    const body = { name: 'v', variable: 'v', type: 'float' };
    const create = () => sandbox.request('p', 'platform/variable-create', body);
    expect(await compete(create)).toEqual({ ok: 1, 'sandbox::variableexists': lost });
  });

  it('name a child once', async () => {
    const children: string[] = [];
    while (children.length < competitors) children.push(await sandbox.node('p'));
    const add = (index: number) =>
      sandbox.request('p', 'platform/node-child-add', {
        parentId: node,
        childNodes: [{ nodeId: children[index] ?? '', alias: 'same' }],
      });
    expect(await compete(add)).toEqual({ ok: 1, 'node::uniquealiasviolation': lost });
  });

  it('find a node or do not, while it is deleted', async () => {
    await sandbox.request('p', 'platform/variable-create', {
      name: 'v',
      variable: 'v',
      type: 'float',
    });
    const submit = (index: number) =>
      sandbox.request(
        ...(['p', 'device/submitdata'] as const),
        { data: [{ variable: 'v', value: 1, timestamp: sandbox.now - index }] },
        deviceOf(node),
      );
    const remove = () => sandbox.request('p', 'platform/node-delete', { nodeid: node });
    const ends = await compete((index) => (index === 7 ? remove() : submit(index)));
    expect((ends.ok ?? 0) + (ends['node::nodenotfound'] ?? 0)).toBe(competitors);
    expect(await sandbox.db.selectFrom('points').selectAll().execute()).toEqual([]);
  });

  describe('that reset a project', () => {
    const deps = () => ({
      db: sandbox.db,
      ids: sandbox.ids,
      sha256: nodePlatform.sha256,
      pause: sandbox.pause,
      emit: sandbox.emit,
      clock: { now: () => sandbox.now },
    });
    // A few: each takes long, and a request waits five seconds for a connection at most.
    const reset = (index: number) =>
      index % 5 === 0 ? resetProject(deps(), 'hash of p') : Promise.resolve();
    const count = async (table: 'nodes' | 'points') =>
      (await sandbox.db.selectFrom(table).select('project_id').execute()).length;

    it('do so one after another', async () => {
      expect(await compete(reset)).toEqual({ ok: competitors });
      expect(await Promise.all([count('nodes'), count('points')])).toEqual([2, 864]);
    });

    it('do not bring back one that is ended at the same time', async () => {
      const ends = await compete((index) =>
        index === 7 ? deleteProject(deps(), 'hash of p') : reset(index),
      );
      expect(ends.ok).toBeGreaterThan(0);
      expect((ends.ok ?? 0) + (ends['auth::tokennotfound'] ?? 0)).toBe(competitors);
      expect(await sandbox.db.selectFrom('projects').select('id').execute()).toEqual([]);
    });
  });

  // SQLite has one writer: two transactions cannot wait for each other.
  it.runIf(isOnPostgres())('are made again when they have locked each other out', async () => {
    await sandbox.project('q');
    const bothHoldOne = deferred();
    const isOneDone = deferred();
    let attempts = 0;
    let locked = 0;
    const touch = async (first: string, second: string) => {
      await inTransaction(sandbox.db, async (tx) => {
        attempts += 1;
        // The one that lost begins again when the other is done, so that they cannot meet a second time.
        if (attempts > 2) await isOneDone.promise;
        await sql`update projects set created = created + 1 where id = ${first}`.execute(tx);
        locked += 1;
        if (locked === 2) bothHoldOne.resolve();
        await bothHoldOne.promise;
        await sql`update projects set created = created + 1 where id = ${second}`.execute(tx);
      });
      isOneDone.resolve();
    };
    await Promise.all([touch('p', 'q'), touch('q', 'p')]);
    expect(attempts).toBe(3);
    const rows = await sandbox.db.selectFrom('projects').select('created').execute();
    expect(rows.map(({ created }) => created - sandbox.now)).toEqual([2, 2]);
  });
});
