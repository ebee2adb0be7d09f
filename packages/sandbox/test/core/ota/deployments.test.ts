import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import type { JsonObject } from '../../../src/core/context.ts';
import { bytesOf, hour, OtaBench, stage } from '../../support/ota-bench.ts';
import { rejection } from '../../support/rejection.ts';

let bench: OtaBench;
let assetId: string;

beforeEach(async () => {
  bench = await OtaBench.open();
  assetId = await bench.upload('firmware');
});

afterEach(() => bench.sandbox.close());

const unknown = '019f0000-0000-7000-8000-00000000ffff';
const seconds = (...date: [number, number, number]) => Date.UTC(...date) / 1000;

async function listed(body: JsonObject = {}): Promise<JsonObject[]> {
  return (await bench.platform('deployments-list', body)).data as JsonObject[];
}

describe('deployments-create', () => {
  it('keeps the plan, its stages in the order of their numbers', async () => {
    const start = bench.seconds + 60;
    const plan = {
      deploymentName: 'fw-1.2.0',
      deploymentComment: 'careful',
      deploymentStart: start,
      deploymentExpiry: start + 1000,
      assetId,
      deployementFilter: { model: 'mk1' },
    };
    const first = stage({ stageName: 'pilot', autoAbort: true, abortCriteria: 2 });
    const second = stage({ stageNumber: 7, delay: 60 });
    const deploymentId = await bench.deploy(assetId, {
      ...plan,
      deploymentConfig: [second, first],
    });
    expect(await listed()).toEqual([
      {
        ...plan,
        deploymentId,
        deploymentConfig: [first, second],
        deploymentStatus: 'scheduled',
        created: bench.seconds,
      },
    ]);
  });

  it('lasts 1 year without an expiry, and 5 years at most', async () => {
    await bench.deploy(assetId, { deploymentStart: seconds(2027, 1, 28) });
    expect(await listed()).toMatchObject([{ deploymentExpiry: seconds(2028, 1, 28) }]);
    const lasting = (deploymentExpiry: number) =>
      bench.deploy(assetId, { deploymentStart: seconds(2026, 1, 1), deploymentExpiry });
    await expect(lasting(seconds(2031, 1, 1))).resolves.toBeTypeOf('string');
    expect(await rejection(lasting(seconds(2031, 1, 1) + 1))).toBe('400 generic::malformedrequest');
  });

  it('names the start that it expired with, not an end that was not sent', async () => {
    const deploymentStart = bench.seconds - 2 * 366 * 86_400;
    await expect(bench.deploy(assetId, { deploymentStart })).rejects.toThrow(
      /^"deploymentStart" is 1 year or more in the past/,
    );
  });

  it.each([
    ['an end at its start', (now: number) => ({ deploymentExpiry: now })],
    ['an end in the past', (now: number) => ({ deploymentStart: now - 9, deploymentExpiry: now })],
    ['a start in milliseconds', (now: number) => ({ deploymentStart: now * 1000 })],
    ['a start before 1970', () => ({ deploymentStart: -1 })],
    ['text that no store keeps', () => ({ deploymentName: 'a\0b' })],
    ['half a character', () => ({ deploymentConfig: [stage({ stageName: 'x\ud83d' })] })],
    ['a stage twice', () => ({ deploymentConfig: [stage(), stage()] })],
    ['a stage for no device', () => ({ deploymentConfig: [stage({ stageTarget: 0 })] })],
    ['a negative delay', () => ({ deploymentConfig: [stage({ delay: -1 })] })],
    ['an abort at no failure', () => ({ deploymentConfig: [stage({ autoAbort: true })] })],
  ])('rejects %s', async (_what, fields) => {
    const created = bench.deploy(assetId, fields(bench.seconds));
    expect(await rejection(created)).toBe('400 generic::malformedrequest');
  });

  it('wants an asset of the project that is deployable', async () => {
    expect(await rejection(bench.deploy(unknown))).toBe('404 sandbox::assetnotfound');
    const other = await bench.secondProject();
    expect(await rejection(other.deploy(assetId))).toBe('404 sandbox::assetnotfound');
    const { id, urls } = await bench.create({ uploadParts: 2 });
    expect(await rejection(bench.deploy(id))).toBe('409 sandbox::assetnotdeployable');
    const etags = await Promise.all(urls.map((url) => bench.put(url, bytesOf('part'))));
    await bench.complete(id, etags);
    expect(await rejection(bench.deploy(id))).toBe('409 sandbox::assetnotdeployable');
    bench.sandbox.now += 2000;
    await expect(bench.deploy(id)).resolves.toBeTypeOf('string');
  });

  it('keeps short filters: each device that asks has all of them read', async () => {
    const deployment = bench.deploy(assetId, { deployementFilter: { model: 'x'.repeat(4000) } });
    expect(await rejection(deployment)).toBe('413 generic::malformedrequest');
  });

  it('replaces the oldest deployment that has ended at the cap, and stops without one', async () => {
    const deployments: string[] = [];
    for (let count = 0; count < 50; count += 1) deployments.push(await bench.deploy(assetId));
    await expect(bench.deploy(assetId)).rejects.toThrow('Abort some');
    expect(await rejection(bench.deploy(assetId))).toBe('429 sandbox::toomany');
    const [first = '', second = ''] = deployments;
    await bench.platform('deployment-abort', { deploymentId: second });
    await bench.deploy(assetId);
    expect(await bench.state(second)).toBeUndefined();
    expect(await bench.state(first)).toBe('running');
    expect(await rejection(bench.deploy(assetId))).toBe('429 sandbox::toomany');
  });
});

describe('deployments-list', () => {
  it.each(['a\0b', '\ud800'])(
    'has none of an asset whose id no store can hold',
    async (assetId) => {
      expect(await bench.platform('deployments-list', { filter: { assetId } })).toMatchObject({
        totalCount: 0,
      });
    },
  );

  it('pages, the newest first unless told otherwise, and filters by asset', async () => {
    const first = await bench.deploy(assetId);
    const other = await bench.upload('other', { assetIdentifier: 'other' });
    bench.sandbox.now += 1000;
    const second = await bench.deploy(other);
    const ids = async (body: JsonObject) =>
      (await listed(body)).map(({ deploymentId }) => deploymentId);
    expect(await ids({})).toEqual([second, first]);
    expect(await ids({ orderby: 'creation', order: 'asc' })).toEqual([first, second]);
    expect(await ids({ filter: { assetId: other } })).toEqual([second]);
    expect(await ids({ limit: 1, offset: 1 })).toEqual([first]);
    expect(await bench.platform('deployments-list', { limit: 1 })).toMatchObject({
      count: 1,
      totalCount: 2,
      next: 1,
    });
    const foreign = await bench.secondProject();
    expect(await foreign.platform('deployments-list', {})).toMatchObject({ totalCount: 0 });
  });

  it('tells the state by the time', async () => {
    const { sandbox } = bench;
    const start = bench.seconds + 3600;
    const id = await bench.deploy(assetId, {
      deploymentStart: start,
      deploymentExpiry: start + 3600,
    });
    expect(await bench.state(id)).toBe('scheduled');
    sandbox.now += hour;
    expect(await bench.state(id)).toBe('running');
    sandbox.now += hour;
    expect(await bench.state(id)).toBe('expired');
  });
});

describe('deployment-abort', () => {
  const abort = (deploymentId: string) => bench.platform('deployment-abort', { deploymentId });

  it('stops a deployment for good', async () => {
    const id = await bench.deploy(assetId);
    expect(await abort(id)).toEqual({});
    expect(await bench.state(id)).toBe('aborted');
    expect(await rejection(abort(id))).toBe('409 sandbox::deploymentover');
  });

  it('rejects expired and unknown ids, and those of another project', async () => {
    const id = await bench.deploy(assetId, { deploymentExpiry: bench.seconds + 1 });
    const other = await bench.secondProject();
    const foreign = other.platform('deployment-abort', { deploymentId: id });
    expect(await rejection(foreign)).toBe('404 sandbox::deploymentnotfound');
    bench.sandbox.now += 1000;
    expect(await rejection(abort(id))).toBe('409 sandbox::deploymentover');
    expect(await rejection(abort(unknown))).toBe('404 sandbox::deploymentnotfound');
  });
});

describe('assets-delete', () => {
  it('waits for the deployments of the asset', async () => {
    const deploymentId = await bench.deploy(assetId);
    const remove = () => bench.platform('assets-delete', { assetId });
    expect(await rejection(remove())).toBe('409 sandbox::assetinuse');
    await bench.platform('deployment-abort', { deploymentId });
    expect(await remove()).toEqual({});
    expect(await listed()).toMatchObject([{ deploymentId, assetId, deploymentStatus: 'aborted' }]);
  });
});
