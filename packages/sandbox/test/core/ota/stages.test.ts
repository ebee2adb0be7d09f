import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { OtaBench, stage } from '../../support/ota-bench.ts';

let bench: OtaBench;
let assetId: string;

beforeEach(async () => {
  bench = await OtaBench.open();
  assetId = await bench.upload('firmware');
});

afterEach(() => bench.sandbox.close());

/** Takes a new device through its deployment; returns whether it got one. */
async function run(status: string): Promise<boolean> {
  const node = await bench.node();
  const id = await bench.next(node);
  if (typeof id !== 'string') return false;
  await bench.report(node, id, 'start');
  await bench.report(node, id, status);
  return true;
}

describe('stages', () => {
  it('take in as many devices as their target, the next one after the delay', async () => {
    const { sandbox } = bench;
    const pilot = stage({ stageTarget: 2, delay: 60 });
    const id = await bench.deploy(assetId, {
      deploymentConfig: [stage({ stageNumber: 2, stageTarget: 1 }), pilot],
    });
    const nodes = [await bench.node(), await bench.node(), await bench.node()];
    const [one = '', two = '', three = ''] = nodes;
    expect(await bench.next(one)).toBe(id);
    expect(await bench.next(two)).toBe(id);
    expect(await bench.next(three)).toBeUndefined();
    await bench.report(one, id, 'success');
    sandbox.now += 3_600_000;
    // One of the two has not concluded yet: the rollout stays in the stage.
    expect(await bench.next(three)).toBeUndefined();
    await bench.report(two, id, 'skipped');
    sandbox.now += 59_999;
    expect(await bench.next(three)).toBeUndefined();
    sandbox.now += 1;
    expect(await bench.next(three)).toBe(id);
    expect(await bench.next(await bench.node())).toBeUndefined();
    expect(await bench.state(id)).toBe('running');
    await bench.report(three, id, 'failure');
    expect(await bench.state(id)).toBe('completed');
    expect(await bench.counts(id)).toEqual({ start: 0, success: 1, failure: 1, skipped: 1 });
  });

  it('stay open with fewer devices than their target', async () => {
    const id = await bench.deploy(assetId, {
      deploymentConfig: [stage({ stageTarget: 3 }), stage({ stageNumber: 2 })],
    });
    await run('success');
    await run('success');
    expect(await bench.state(id)).toBe('running');
    expect(await run('success')).toBe(true);
  });

  // As in the guide: devices with the earlier version report `skipped`, which counts as reached.
  it.each([
    { target: 5, installed: 2 },
    { target: 2, installed: 0 },
  ])('roll back $installed of 2 bad devices with a target of $target', async (rollback) => {
    const id = await bench.deploy(assetId, {
      deploymentConfig: [stage({ stageTarget: rollback.target })],
    });
    for (const isBad of [false, false, false, true, true]) await run(isBad ? 'success' : 'skipped');
    expect(await bench.state(id)).toBe('completed');
    expect(await bench.counts(id)).toMatchObject({ success: rollback.installed });
  });

  it('let a full stage of one deployment not block another one', async () => {
    const first = await bench.deploy(assetId, { deploymentConfig: [stage({ stageTarget: 1 })] });
    const second = await bench.deploy(assetId);
    expect(await bench.next(await bench.node())).toBe(first);
    expect(await bench.next(await bench.node())).toBe(second);
  });
});

describe('auto-abort', () => {
  const aborting = (fields = {}) =>
    bench.deploy(assetId, {
      deploymentConfig: [stage({ autoAbort: true, abortCriteria: 2, ...fields })],
    });

  it('stops the deployment when the failures of a stage reach its criterion', async () => {
    const id = await aborting();
    await run('failure');
    await run('skipped');
    await run('success');
    expect(await bench.state(id)).toBe('running');
    await run('failure');
    expect(await bench.state(id)).toBe('aborted');
    expect(await run('success')).toBe(false);
  });

  it('happens on the last device too', async () => {
    const id = await aborting({ stageTarget: 2 });
    await run('failure');
    await run('failure');
    expect(await bench.state(id)).toBe('aborted');
  });

  it('counts each stage by itself', async () => {
    const config = (stageNumber: number) =>
      stage({ stageNumber, stageTarget: 2, autoAbort: true, abortCriteria: 2 });
    const id = await bench.deploy(assetId, { deploymentConfig: [config(1), config(2)] });
    for (const status of ['failure', 'success', 'failure']) await run(status);
    expect(await bench.state(id)).toBe('running');
    await run('failure');
    expect(await bench.state(id)).toBe('aborted');
  });

  it('does not happen without being asked for', async () => {
    const id = await aborting({ autoAbort: false });
    for (let count = 0; count < 3; count += 1) await run('failure');
    expect(await bench.state(id)).toBe('running');
  });
});
