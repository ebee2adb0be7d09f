import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import type { JsonObject } from '../../../src/core/context.ts';
import { sweepDeployments } from '../../../src/core/ota/deployments.ts';
import { bytesOf, hour, OtaBench, sha256, stage } from '../../support/ota-bench.ts';
import { rejection } from '../../support/rejection.ts';

let bench: OtaBench;
let assetId: string;

beforeEach(async () => {
  bench = await OtaBench.open();
  assetId = await bench.upload('firmware', { assetMeta: { board: 'mk1' } });
});

afterEach(() => bench.sandbox.close());

const nothing = { deploymentAvailable: false, data: null };
const over = '409 sandbox::deploymentover';

describe('v-1-ota-next', () => {
  it('has nothing before a deployment, and nothing before its start', async () => {
    const node = await bench.node();
    expect(await bench.device('v-1-ota-next', node)).toEqual(nothing);
    const id = await bench.deploy(assetId, { deploymentStart: bench.seconds + 60 });
    expect(await bench.device('v-1-ota-next', node)).toEqual(nothing);
    bench.sandbox.now += 60_000;
    expect(await bench.next(node)).toBe(id);
  });

  it('has the asset and where to download it, for an hour', async () => {
    const node = await bench.node();
    const deploymentId = await bench.deploy(assetId);
    const { deploymentAvailable, data } = await bench.device('v-1-ota-next', node);
    const { asseturl, ...asset } = data as JsonObject;
    expect(deploymentAvailable).toBe(true);
    expect(asset).toEqual({
      deploymentId,
      assetId,
      assetIdentifier: 'main-firmware',
      assetVersion: '1.2.0',
      assetSigned: false,
      assetSignature: '',
      assetMeta: { board: 'mk1' },
      assetChecksum: sha256('firmware'),
      assetSize: 8,
    });
    const url = new URL(asseturl as string);
    expect(url.searchParams.get('am')).toBe('device');
    expect(url.searchParams.get('exp')).toBe(String(bench.seconds + 3600));
    expect(await bench.get(url.href)).toEqual({
      name: 'main-firmware-1.2.0',
      bytes: bytesOf('firmware'),
    });
    bench.sandbox.now += hour;
    expect(await rejection(bench.get(url.href))).toBe('403 expired');
  });

  it('takes the nodes that have all tags of the filter', async () => {
    // The devices of the guide (docs.anedya.io/ota/anedya-ota-overview, filter example).
    const one = await bench.node({ model: 'mk1', hwversion: '1.0', location: 'somelocation' });
    const two = await bench.node({ model: 'mk1', hwversion: '2.0' });
    const hits = async (deployementFilter: JsonObject) => {
      const id = await bench.deploy(assetId, { deployementFilter });
      const found = [await bench.next(one), await bench.next(two)];
      await bench.platform('deployment-abort', { deploymentId: id });
      return found.map((each) => each === id);
    };
    expect(await hits({ model: 'mk1' })).toEqual([true, true]);
    expect(await hits({ model: 'mk1', hwversion: '2.0' })).toEqual([false, true]);
    expect(await hits({ location: 'somelocation' })).toEqual([true, false]);
    expect(await hits({ location: 'elsewhere' })).toEqual([false, false]);
    expect(await hits({})).toEqual([true, true]);
  });

  it('returns the same deployment until it is concluded, then the next one', async () => {
    const node = await bench.node();
    const first = await bench.deploy(assetId);
    const second = await bench.deploy(assetId);
    expect(await bench.next(node)).toBe(first);
    expect(await bench.next(node)).toBe(first);
    await bench.report(node, first, 'start');
    expect(await bench.next(node)).toBe(first);
    await bench.report(node, first, 'failure');
    expect(await bench.next(node)).toBe(second);
    await bench.report(node, second, 'skipped');
    expect(await bench.next(node)).toBeUndefined();
  });

  it('takes an offer back when the tags change, and leaves what has started', async () => {
    const filter = { deployementFilter: { model: 'mk1' } };
    const node = await bench.node({ model: 'mk1' });
    const config = { deploymentConfig: [stage({ stageTarget: 1 })], ...filter };
    const first = await bench.deploy(assetId, config);
    await bench.next(node);
    await bench.tag(node, 'model', 'mk2');
    expect(await bench.next(node)).toBeUndefined();
    expect(await rejection(bench.report(node, first, 'start'))).toBe(
      '404 sandbox::deploymentnotfound',
    );
    const other = await bench.node({ model: 'mk1' });
    expect(await bench.next(other)).toBe(first);
    await bench.report(other, first, 'start');
    await bench.tag(other, 'model', 'mk2');
    await bench.deploy(assetId);
    expect(await bench.next(other)).toBeUndefined();
    expect(await bench.current(other)).toEqual([first]);
  });

  it('does not reach into another project', async () => {
    const id = await bench.deploy(assetId);
    const other = await bench.secondProject();
    const node = await other.node();
    expect(await other.next(node)).toBeUndefined();
    expect(await rejection(other.report(node, id, 'start'))).toBe(
      '404 sandbox::deploymentnotfound',
    );
    const analyzed = other.platform('deployments-analyze', { deploymentId: id });
    expect(await rejection(analyzed)).toBe('404 sandbox::deploymentnotfound');
  });
});

describe('v-1-ota-current', () => {
  it('has what the device has started, until it is concluded', async () => {
    const node = await bench.node();
    const id = await bench.deploy(assetId);
    expect(await bench.device('v-1-ota-current', node)).toEqual({ count: 0, data: [] });
    await bench.next(node);
    expect(await bench.current(node)).toEqual([]);
    await bench.report(node, id, 'start');
    const { data: asset } = await bench.device('v-1-ota-next', node);
    expect(await bench.device('v-1-ota-current', node)).toEqual({
      count: 1,
      data: [{ ...(asset as JsonObject), status: 'start' }],
    });
    await bench.report(node, id, 'success');
    expect(await bench.current(node)).toEqual([]);
  });

  it('has nothing once the deployment is over', async () => {
    const node = await bench.node();
    const deploymentId = await bench.deploy(assetId);
    await bench.next(node);
    await bench.report(node, deploymentId, 'start');
    await bench.platform('deployment-abort', { deploymentId });
    expect(await bench.current(node)).toEqual([]);
  });
});

describe('node-delete', () => {
  const remove = (nodeid: string) => bench.platform('node-delete', { nodeid });

  it('leaves a rollout completed', async () => {
    const [done, other] = [await bench.node(), await bench.node()];
    const id = await bench.deploy(assetId, { deploymentConfig: [stage({ stageTarget: 1 })] });
    await bench.next(done);
    await bench.report(done, id, 'success');
    await remove(done);
    expect(await bench.state(id)).toBe('completed');
    expect(await bench.counts(id)).toMatchObject({ success: 1 });
    expect(await bench.next(other)).toBeUndefined();
  });

  it('leaves failures counted', async () => {
    const [first, second] = [await bench.node(), await bench.node()];
    const careful = stage({ stageTarget: 5, autoAbort: true, abortCriteria: 2 });
    const id = await bench.deploy(assetId, { deploymentConfig: [careful] });
    for (const node of [first, second]) {
      await bench.next(node);
      await bench.report(node, id, 'failure');
      await remove(node);
    }
    expect(await bench.state(id)).toBe('aborted');
  });

  it.each(['offered', 'start'])('frees the slot of a device at "%s"', async (status) => {
    const [leaving, other] = [await bench.node(), await bench.node()];
    const id = await bench.deploy(assetId, { deploymentConfig: [stage({ stageTarget: 1 })] });
    await bench.next(leaving);
    if (status === 'start') await bench.report(leaving, id, status);
    expect(await bench.next(other)).toBeUndefined();
    await remove(leaving);
    expect(await bench.next(other)).toBe(id);
  });
});

describe('v-1-ota-status-update', () => {
  const concluding = ['success', 'failure', 'skipped'];
  const states = ['start', ...concluding];
  const moves = ['offered', ...states].flatMap((from) => states.map((to) => [from, to] as const));

  it.each(moves)('from %s to %s', async (from, to) => {
    const node = await bench.node();
    const id = await bench.deploy(assetId);
    await bench.next(node);
    if (from !== 'offered') await bench.report(node, id, from);
    const told = bench.report(node, id, to);
    const isFinal = concluding.includes(from);
    if (isFinal) expect(await rejection(told)).toBe('409 sandbox::deploymentconcluded');
    else expect(await told).toEqual({});
    const counts = { start: 0, success: 0, failure: 0, skipped: 0, [isFinal ? from : to]: 1 };
    expect(await bench.counts(id)).toEqual(counts);
  });

  it.each(['aborted', 'expired'])('lets a device say how it ended when %s', async (how) => {
    const [started, offered] = [await bench.node(), await bench.node()];
    const deploymentId = await bench.deploy(assetId, { deploymentExpiry: bench.seconds + 60 });
    await bench.next(started);
    await bench.next(offered);
    await bench.report(started, deploymentId, 'start');
    if (how === 'expired') bench.sandbox.now += 60_000;
    else await bench.platform('deployment-abort', { deploymentId });
    expect(await bench.state(deploymentId)).toBe(how);
    expect(await bench.next(started)).toBeUndefined();
    for (const status of states) {
      expect(await rejection(bench.report(offered, deploymentId, status))).toBe(over);
    }
    expect(await rejection(bench.report(started, deploymentId, 'start'))).toBe(over);
    expect(await bench.report(started, deploymentId, 'success')).toEqual({});
    expect(await bench.counts(deploymentId)).toMatchObject({ start: 0, success: 1 });
  });

  it('is for devices that were given the deployment', async () => {
    const node = await bench.node();
    const id = await bench.deploy(assetId);
    expect(await rejection(bench.report(node, id, 'start'))).toBe(
      '404 sandbox::deploymentnotfound',
    );
    const { sandbox, project } = bench;
    const body = { deploymentId: id, status: 'start' };
    const byKey = sandbox.request(project, 'device/v-1-ota-status-update', body);
    expect(await rejection(byKey)).toBe('403 auth::accessdenied');
  });
});

it('removes deployments 30 days after they ended', async () => {
  const { sandbox } = bench;
  const node = await bench.node();
  const aborted = await bench.deploy(assetId);
  await bench.next(node);
  await bench.platform('deployment-abort', { deploymentId: aborted });
  const running = await bench.deploy(assetId);
  sandbox.now += 24 * hour;
  const expiring = await bench.deploy(assetId, { deploymentExpiry: bench.seconds + 1 });
  const left = async () => {
    await sandbox.db.transaction().execute((tx) => sweepDeployments(tx, sandbox.now));
    const rows = await sandbox.db.selectFrom('deployments').select('id').orderBy('id').execute();
    return rows.map(({ id }) => id);
  };
  sandbox.now += 29 * 24 * hour - 1;
  expect(await left()).toEqual([aborted, running, expiring]);
  sandbox.now += 1;
  expect(await left()).toEqual([running, expiring]);
  expect(await sandbox.db.selectFrom('deployment_reports').selectAll().execute()).toEqual([]);
  sandbox.now += 24 * hour + 1000;
  expect(await left()).toEqual([running]);
});
