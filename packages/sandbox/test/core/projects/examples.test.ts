import type { JsonValue, ValueKind } from '@anedya-docs/openapi-model';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import type { JsonObject, Principal } from '../../../src/core/context.ts';
import { limits } from '../../../src/core/limits.ts';
import { endIdleProject, createProject } from '../../../src/core/projects/lifecycle.ts';
import { describeProject, renewSampleData } from '../../../src/core/projects/describe.ts';
import { handlers } from '../../../src/sandbox.ts';
import { nodePlatform } from '../../../src/node-platform.ts';
import { TestSandbox } from '../../support/sandbox.ts';

const day = 86_400_000;

describe('examples of a project', () => {
  let sandbox: TestSandbox;
  let projectId: string;
  const deps = () => ({
    db: sandbox.db,
    ids: sandbox.ids,
    sha256: nodePlatform.sha256,
    pause: sandbox.pause,
    emit: sandbox.emit,
    storage: sandbox.storage,
    clock: { now: () => sandbox.now },
    endIdle: (id: string) =>
      endIdleProject(sandbox.db, id, sandbox.now, sandbox.pause, sandbox.emit),
  });
  const examples = async (): Promise<Record<ValueKind, string>> =>
    (await describeProject(deps(), projectId)).examples as Record<ValueKind, string>;
  const request = (name: string, body: JsonObject, principal?: Principal) =>
    sandbox.request(projectId, name, body, principal);
  const device = (nodeId: string): Principal => ({ kind: 'device', nodeId, transport: 'http' });
  const send = async (nodeid: string) => {
    const body = { nodeid, command: 'set-led', data: 'on', type: 'string' };
    return (await request('platform/commands-send', body)).commandId ?? null;
  };

  beforeEach(async () => {
    sandbox = await TestSandbox.open(handlers);
    ({ projectId } = await createProject(deps()));
  });
  afterEach(() => sandbox.close());

  it('have a command that the node of the examples can receive', async () => {
    const first = await examples();
    sandbox.now += 1000;
    await send(first['spare node id']);
    expect((await examples())['command id']).toBe(first['command id']);
    const own = await send(first['node id']);
    expect((await examples())['command id']).toBe(own);

    await request('platform/command-invalidate', { commandId: own });
    expect((await examples())['command id']).toBe(first['command id']);

    const [commandId, nodeId] = [first['command id'], first['node id']];
    const report = { commandId, status: 'received' };
    await request('device/commands-update-status', report, device(nodeId));
    expect((await examples())['command id']).toBe(commandId);
    const pending = await send(nodeId);
    await request(
      'device/commands-update-status',
      { ...report, commandId: pending },
      device(nodeId),
    );
    const last = await send(nodeId);
    await request('device/commands-update-status', report, device(nodeId));
    expect((await examples())['command id']).toBe(last);
  });

  it('have the newest command if all have ended', async () => {
    const { 'command id': commandId, 'spare node id': spare } = await examples();
    await request('platform/command-invalidate', { commandId });
    sandbox.now += 1000;
    const newest = await send(spare);
    expect((await examples())['command id']).toBe(newest);
  });

  async function deploy(assetId: string): Promise<JsonValue> {
    const stage = { stageNumber: 1, stageTarget: 1, autoAbort: false, abortCriteria: 0, delay: 0 };
    const body = { assetId, deploymentStart: sandbox.now / 1000, deployementFilter: {} };
    const plan = { ...body, deploymentConfig: [stage] };
    return (await request('platform/deployments-create', plan)).deploymentId ?? null;
  }

  it('have a deployment that has not ended, if possible one that the device can report on', async () => {
    const first = await examples();
    const sample = first['deployment id'];
    sandbox.now += 1000;
    const aborted = await deploy(first['asset id']);
    await request('platform/deployment-abort', { deploymentId: aborted });
    expect((await examples())['deployment id']).toBe(sample);

    const status = { deploymentId: sample, status: 'success' };
    await request('device/v-1-ota-status-update', status, device(first['node id']));
    const running = await deploy(first['asset id']);
    expect((await examples())['deployment id']).toBe(running);
    await request('platform/deployment-abort', { deploymentId: running });
    await request('platform/deployment-abort', { deploymentId: sample });
    expect((await examples())['deployment id']).toBe(running);
  });

  const asset = { assetIdentifier: 'a', assetVersion: '1', assetSigned: false };

  it('have an upload of two parts, as in the documented request', async () => {
    const first = await examples();
    sandbox.now += 1000;
    await request('platform/assets-create', { ...asset, uploadParts: 1 });
    await request('platform/assets-create', { ...asset, uploadParts: 2 });
    expect((await examples())['new asset id']).toBe(first['new asset id']);
    const { 'new asset id': assetId } = first;
    const parts = ['EXAMPLE-ETAG-1', 'EXAMPLE-ETAG-2'].map((etag, index) => ({
      partNumber: index + 1,
      etag,
    }));
    await request('platform/post-assets-complete-upload', { assetId, parts });
    expect(await examples()).toMatchObject({
      'asset id': first['asset id'],
      'failed asset id': first['failed asset id'],
    });
    const newest = await request('platform/assets-create', { ...asset, uploadParts: 1 });
    expect((await examples())['new asset id']).toBe(newest.assetId);
  });

  it('have no asset whose parts are being merged, unless it is the only one', async () => {
    const { 'asset id': deployable, 'failed asset id': failed } = await examples();
    sandbox.now += 1000;
    await request('platform/assets-retry', { assetId: failed });
    await sandbox.db
      .updateTable('assets')
      .set({ created: sandbox.now })
      .where('id', '=', failed)
      .execute();
    expect((await examples())['asset id']).toBe(deployable);
    sandbox.now += limits.files.queueing + limits.files.merging;
    expect((await examples())['asset id']).toBe(failed);
  });

  it('are created again after a day if all have ended', async () => {
    const first = await examples();
    await request('platform/command-invalidate', { commandId: first['command id'] });
    await request('platform/deployment-abort', { deploymentId: first['deployment id'] });
    sandbox.now += 1000;
    const expiry = sandbox.now + 2 * day;
    const foreign = {
      nodeid: first['spare node id'],
      command: 'a',
      data: '',
      type: 'string',
    };
    await request('platform/commands-send', { ...foreign, expiry });
    sandbox.now += day;
    await renewSampleData(deps(), projectId);
    const second = await examples();
    const nodeId = first['node id'];
    const report = { commandId: second['command id'], status: 'success' };
    await request('device/commands-update-status', report, device(nodeId));
    const update = { deploymentId: second['deployment id'], status: 'start' };
    await request('device/v-1-ota-status-update', update, device(nodeId));
  });

  it('replace no command that is open', async () => {
    const { 'command id': commandId, 'spare node id': spare } = await examples();
    const row = await sandbox.db.selectFrom('commands').selectAll().executeTakeFirstOrThrow();
    const expires = sandbox.now + 7 * day;
    const open = Array.from({ length: limits.project.commands }, (_, index) => ({
      ...row,
      id: `${index}`,
      node_id: spare,
      expires,
    }));
    await sandbox.db.deleteFrom('commands').where('id', '=', commandId).execute();
    await sandbox.db.insertInto('commands').values(open).execute();
    sandbox.now += day;
    await renewSampleData(deps(), projectId);
    const rows = await sandbox.db.selectFrom('commands').select('expires').execute();
    expect(rows).toEqual(open.map(() => ({ expires })));
  });
});
