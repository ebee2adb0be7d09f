import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import type { JsonObject } from '../../../src/core/context.ts';
import { sweepData } from '../../../src/core/data/stored-points.ts';
import { DataBench, tokenFor, unknownNode } from '../../support/data-bench.ts';
import { rejection } from '../../support/rejection.ts';

let bench: DataBench;
let other: string;
let nodes: string[];

beforeEach(async () => {
  bench = await DataBench.open();
  other = await bench.sandbox.node('p');
  nodes = [bench.node, other];
  await bench.variable('v');
  await put(bench.node, [1000, 2000, 3500]);
  await put(other, [2500]);
});

afterEach(() => bench.sandbox.close());

/** Submits points that have their time, in milliseconds, as their value. */
function put(nodeId: string, timestamps: readonly number[], variable = 'v') {
  const data = timestamps.map((timestamp) => ({ variable, value: timestamp, timestamp }));
  return bench.submit(data, nodeId);
}

const point = (milliseconds: number) => ({
  timestamp: Math.floor(milliseconds / 1000),
  value: milliseconds,
});

describe('data-get-data', () => {
  const read = (body: JsonObject) =>
    bench.platform('data-get-data', { variable: 'v', nodes, from: 0, to: 10, ...body });

  it('reads the newest first unless told otherwise, and repeats the range', async () => {
    expect(await read({})).toEqual({
      variable: 'v',
      count: 4,
      startTime: 0,
      endTime: 10,
      data: { [bench.node]: [3500, 2000, 1000].map(point), [other]: [2500].map(point) },
    });
    expect(await read({ order: 'asc' })).toMatchObject({
      data: { [bench.node]: [1000, 2000, 3500].map(point) },
    });
  });

  it('counts the limit over all nodes', async () => {
    expect(await read({ limit: 2, order: 'asc' })).toMatchObject({
      count: 2,
      data: { [bench.node]: [1000, 2000].map(point) },
    });
    const { data } = await read({ limit: 2 });
    expect(data).toEqual({ [bench.node]: [point(3500)], [other]: [point(2500)] });
  });

  it('has the whole of the last second, and no node without points', async () => {
    expect(await read({ from: 2, to: 2 })).toMatchObject({
      data: { [bench.node]: [point(2000)], [other]: [point(2500)] },
    });
    expect(await read({ from: 3, to: 3 })).toMatchObject({ data: { [bench.node]: [point(3500)] } });
    expect(await read({ from: 4, to: 9 })).toMatchObject({ count: 0, data: {} });
  });

  it('returns at most 10,000 points, also without a limit', async () => {
    const { sandbox } = bench;
    const data = Array.from({ length: 10_001 }, (_, index) => ({
      variable: 'v',
      value: index,
      timestamp: 100_000 + index * 1000,
    }));
    const principal = { kind: 'device', nodeId: other, transport: 'http' } as const;
    await sandbox.request('p', 'device/submitdata', { data }, principal);
    const body = { variable: 'v', nodes: [other], from: 0, to: 20_000, order: 'asc' };
    for (const limit of [0, 10_000]) {
      const response = await sandbox.request('p', 'platform/data-get-data', { ...body, limit });
      expect(response.count).toBe(10_000);
    }
  });

  it('knows a node by its id in any case, and each only once', async () => {
    const upper = other.toUpperCase();
    expect(await read({ nodes: [upper, other] })).toMatchObject({
      count: 1,
      data: { [other]: [point(2500)] },
    });
  });

  it.each<[JsonObject, string]>([
    [{ variable: 'V' }, '404 data::variablenotfound'],
    [{ variable: '\0' }, '404 data::variablenotfound'],
    [{ nodes: [unknownNode] }, '404 data::invalidnodeid'],
    [{ from: 11 }, '400 generic::malformedrequest'],
    [{ from: -1 }, '400 generic::malformedrequest'],
    [{ from: 1767225600000, to: 1767312000000 }, '400 generic::malformedrequest'],
    [{ limit: -1 }, '400 generic::malformedrequest'],
  ])('rejects %j', async (change, reason) => {
    expect(await rejection(read(change))).toBe(reason);
  });
});

describe('variables-latest', () => {
  const read = (body: JsonObject) =>
    bench.platform('variables-latest', { variable: 'v', nodes, ...body });

  it('has one point of each node that has any, by its own time', async () => {
    expect(await read({})).toEqual({
      count: 2,
      data: { [bench.node]: point(3500), [other]: point(2500) },
    });
    await put(other, [1500]);
    expect(await read({ nodes: [other] })).toEqual({ count: 1, data: { [other]: point(2500) } });
    const silent = await bench.sandbox.node('p');
    expect(await read({ nodes: [silent] })).toEqual({ count: 0, data: {} });
  });

  it('rejects unknown variables and nodes', async () => {
    expect(await rejection(read({ variable: 'w' }))).toBe('404 data::variablenotfound');
    expect(await rejection(read({ nodes: [other, unknownNode] }))).toBe('404 data::invalidnodeid');
  });
});

describe('variables-snapshot', () => {
  const read = (timestamp: number, body: JsonObject = {}) =>
    bench.platform('variables-snapshot', { variable: 'v', nodes, timestamp, ...body });

  it('has the value at the time or the closest earlier one', async () => {
    expect(await read(0)).toEqual({ count: 0, data: {} });
    expect(await read(1)).toEqual({ count: 1, data: { [bench.node]: point(1000) } });
    expect(await read(2)).toEqual({
      count: 2,
      data: { [bench.node]: point(2000), [other]: point(2500) },
    });
    expect(await read(bench.sandbox.now / 1000)).toMatchObject({ count: 2 });
    expect(await read(1, { nodes: [] })).toEqual({ count: 0, data: {} });
  });

  it('rejects a time in the future, such as one in milliseconds', async () => {
    const { now } = bench.sandbox;
    expect(await rejection(read(now / 1000 + 1))).toBe('400 generic::malformedrequest');
    expect(await rejection(read(now))).toBe('400 generic::malformedrequest');
    expect(await rejection(read(-1))).toBe('400 generic::malformedrequest');
  });

  it('rejects unknown variables and nodes', async () => {
    expect(await rejection(read(1, { variable: 'w' }))).toBe('404 data::variablenotfound');
    expect(await rejection(read(1, { nodes: [unknownNode] }))).toBe('404 data::invalidnodeid');
  });
});

describe('access tokens', () => {
  it.each<[string, JsonObject]>([
    ['data-get-data', { from: 0, to: 9 }],
    ['variables-latest', {}],
    ['variables-snapshot', { timestamp: 9 }],
  ])('read with %s the nodes and variables of their policy only', async (operation, fields) => {
    const read = (variable: string, ids: string[]) =>
      bench.platform(
        operation,
        { variable, nodes: ids, ...fields },
        tokenFor({ nodes: [other], variables: ['v'] }),
      );
    expect(await read('v', [other])).toMatchObject({ count: 1 });
    expect(await rejection(read('v', nodes))).toBe('403 auth::accessdenied');
    expect(await rejection(read('w', [other]))).toBe('403 auth::accessdenied');
  });
});

describe('retention', () => {
  const hour = 3_600_000;

  beforeEach(async () => {
    const { sandbox } = bench;
    await bench.variable('brief', 'float', 3600);
    await put(other, [sandbox.now - hour, sandbox.now - hour + 1, sandbox.now], 'brief');
  });

  async function storedTimes(): Promise<number[]> {
    const rows = await bench.sandbox.db
      .selectFrom('points')
      .select('timestamp')
      .where('variable', '=', 'brief')
      .orderBy('timestamp')
      .execute();
    return rows.map(({ timestamp }) => timestamp);
  }

  it('hides points that have outlived the ttl of their variable from every read', async () => {
    const { sandbox } = bench;
    const seconds = sandbox.now / 1000;
    const body = { variable: 'brief', nodes: [other] };
    const range = { from: 0, to: seconds };
    const counts = async () => [
      (await bench.platform('data-get-data', { ...body, ...range })).count,
      (await bench.platform('variables-latest', body)).count,
      (await bench.platform('variables-snapshot', { ...body, timestamp: seconds - 1 })).count,
    ];
    expect(await counts()).toEqual([2, 1, 1]);
    sandbox.now += 1;
    expect(await counts()).toEqual([1, 1, 0]);
    sandbox.now += hour;
    expect(await counts()).toEqual([0, 0, 0]);
  });

  it('sweeps those points and no others', async () => {
    const { sandbox } = bench;
    const { now } = sandbox;
    const sweep = () => sweepData(sandbox.db, sandbox.now, sandbox.pause);
    expect(await sweep()).toBe(1);
    expect(await storedTimes()).toEqual([now - hour + 1, now]);
    sandbox.now += 2 * hour;
    expect(await sweep()).toBe(2);
    expect(await sweep()).toBe(0);
    const count = await bench.platform('variables-latest', { variable: 'v', nodes });
    expect(count).toMatchObject({ count: 2 });
    const counted = await sandbox.db.selectFrom('point_counts').selectAll().execute();
    expect(counted).toEqual([{ project_id: 'p', points: 4 }]);
  });
});
