import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import type { JsonObject } from '../../../src/core/context.ts';
import { limits } from '../../../src/core/limits.ts';
import { DataBench } from '../../support/data-bench.ts';
import { rejection } from '../../support/rejection.ts';

/** Most rows that may be read without a pause: a few milliseconds. */
const mostRows = 1000;
const second = 1000;

let bench: DataBench;

beforeEach(async () => {
  bench = await DataBench.open();
});
afterEach(() => bench.sandbox.close());

/**
 * Stores points of a node without a submission.
 * @param first seconds since 1970
 * @param step seconds from one to the next
 */
async function fill(
  node: string,
  count: number,
  first: number,
  { step = 1, json = null as string | null } = {},
) {
  const perInsert = 1000;
  for (let start = 0; start < count; start += perInsert) {
    const rows = Array.from({ length: Math.min(perInsert, count - start) }, (_, at) => ({
      project_id: 'p',
      node_id: node,
      variable: 'v',
      timestamp: (first + (start + at) * step) * second,
      number: json === null ? (start + at) % 7 : null,
      json,
    }));
    await bench.sandbox.db.insertInto('points').values(rows).execute();
  }
}

const day = 86_400;
const aggregate = (config: JsonObject, to = day) =>
  bench.platform('post-aggregates-variable-by-time', { variable: 'v', from: 0, to, config });
const read = (nodes: string[], body: JsonObject = {}) =>
  bench.platform('data-get-data', { variable: 'v', nodes, from: 0, to: day, ...body });

describe('long reads', () => {
  const count = 9000;
  let nodes: string[];

  beforeEach(async () => {
    nodes = [bench.node, await bench.sandbox.node('p')];
    await bench.variable('v');
    for (const node of nodes) await fill(node, count, 0);
    bench.sandbox.pauses.length = 0;
  });

  it.each(['median', 'deltasum', 'avg'])('of a %s pause after every page', async (compute) => {
    const interval = { measure: 'minute', interval: 1 };
    await aggregate({ aggregation: { compute }, interval });
    const { pauses } = bench.sandbox;
    expect(Math.max(...pauses)).toBeLessThanOrEqual(mostRows);
    expect(pauses.reduce((sum, rows) => sum + rows, 0)).toBeGreaterThanOrEqual(2 * count);
  });

  it('of points pause after every page, and read few beyond their limit', async () => {
    await read(nodes, { limit: 100 });
    expect(bench.sandbox.pauses.reduce((sum, rows) => sum + rows, 0)).toBeLessThan(400);
    bench.sandbox.pauses.length = 0;
    await read(nodes);
    expect(Math.max(...bench.sandbox.pauses)).toBeLessThanOrEqual(mostRows);
  });
});

describe('pages of several nodes', () => {
  it.each(['asc', 'desc'] as const)('come together in the order of time, %s', async (order) => {
    await bench.variable('v');
    const nodes = [bench.node, await bench.sandbox.node('p'), await bench.sandbox.node('p')];
    const starts = [0, 10, 40];
    for (const [at, node] of nodes.entries()) await fill(node, 35, starts[at] ?? 0);
    const sign = order === 'asc' ? 1 : -1;
    const all = nodes
      .flatMap((node, at) =>
        Array.from({ length: 35 }, (_, n) => [(starts[at] ?? 0) + n, node] as const),
      )
      .sort(([a, x], [b, y]) => sign * (a - b || (x < y ? -1 : 1)));
    for (const limit of [1, 12, 31, 64, 104, 105, 200]) {
      const { count, data } = await read(nodes, { limit, order });
      expect(count).toBe(Math.min(limit, all.length));
      const expected = nodes.map((node) => [
        node,
        all.slice(0, limit).flatMap(([time, of]) => (of === node ? [time] : [])),
      ]);
      const given = data as Record<string, { timestamp: number }[]>;
      expect(
        nodes.map((node) => [node, (given[node] ?? []).map(({ timestamp }) => timestamp)]),
      ).toEqual(expected);
    }
  });
});

describe('responses that are too large', () => {
  it('are rejected with the limit that fits', async () => {
    await bench.variable('v', 'status');
    await fill(bench.node, 5000, 0, { json: JSON.stringify('x'.repeat(990)) });
    const error: unknown = await read([bench.node]).catch((reason: unknown) => reason);
    expect(error).toMatchObject({ status: 413, reason: 'sandbox::responsetoolarge' });
    const limit = Number(/"limit" (\d+)/.exec((error as Error).message)?.[1]);
    const response = await read([bench.node], { limit });
    expect(response.count).toBe(limit);
    expect(JSON.stringify(response).length).toBeLessThan(limits.reads.responseBytes);
    expect(JSON.stringify(response).length).toBeGreaterThan(limits.reads.responseBytes * 0.9);
  });

  it('of aggregates have more buckets than a response may', async () => {
    await bench.variable('v');
    const half = limits.reads.buckets / 2;
    const other = await bench.sandbox.node('p');
    for (const node of [bench.node, other]) await fill(node, half, 0, { step: 60 });
    const interval = { measure: 'minute', interval: 1 };
    const each = {
      aggregation: { compute: 'max', forEachNode: true },
      interval,
      filter: { type: 'include', nodes: [bench.node, other] },
    };
    const { data } = await aggregate(each, 60 * day);
    expect(Object.values(data as object).map((series: object[]) => series.length)).toEqual([
      half,
      half,
    ]);
    await fill(other, 1, 50 * day);
    expect(await rejection(aggregate(each, 60 * day))).toBe('413 sandbox::responsetoolarge');
  });
});
