import fc from 'fast-check';
import { expect, it, vi } from 'vitest';
import type { Method } from '../../../src/core/aggregates/index.ts';
import { DataBench, deviceOf } from '../../support/data-bench.ts';
import { runs } from '../../support/runs.ts';
import { naiveStart } from './naive-buckets.ts';

// Thousands of generated cases are one test.
vi.setConfig({ testTimeout: 180_000, hookTimeout: 180_000 });

/** Each method over the values of one bucket, in the order of time, written down from its meaning. */
const naive: Record<Method, (values: readonly number[]) => number> = {
  sum: (values) => values.reduce((sum, value) => sum + value, 0),
  avg: (values) => naive.sum(values) / values.length,
  min: (values) => Math.min(...values),
  max: (values) => Math.max(...values),
  median: (values) => {
    const sorted = [...values].sort((a, b) => a - b);
    const [low, high] = [Math.ceil(sorted.length / 2) - 1, Math.floor(sorted.length / 2)];
    return ((sorted[low] ?? NaN) + (sorted[high] ?? NaN)) / 2;
  },
  diff: (values) => (values.at(-1) ?? NaN) - (values[0] ?? NaN),
  deltasum: (values) =>
    naive.sum(values.map((value, index) => Math.max(0, value - (values[index - 1] ?? value)))),
  stddev: (values) => Math.sqrt(naive.avg(values.map((value) => (value - naive.avg(values)) ** 2))),
};

interface Point {
  readonly node: string;
  readonly timestamp: number;
  readonly value: number;
}

function buckets(points: readonly Point[], startOf: (time: number) => number, method: Method) {
  const sorted = [...points].sort(
    (a, b) => a.timestamp - b.timestamp || (a.node < b.node ? -1 : 1),
  );
  const starts = [...new Set(sorted.map(({ timestamp }) => startOf(timestamp)))];
  return starts
    .sort((a, b) => a - b)
    .map((start) => ({
      timestamp: start / 1000,
      aggregate: expect.closeTo(
        naive[method](
          sorted.filter((point) => startOf(point.timestamp) === start).map(({ value }) => value),
        ),
        8,
      ) as number,
    }));
}

/** Nights in which Berlin and Lord Howe change their clocks. */
const changes = [Date.UTC(2025, 2, 30), Date.UTC(2025, 9, 26), Date.UTC(2025, 3, 5, 14)];

const scene = fc.record({
  zone: fc.constantFrom('UTC', 'Europe/Berlin', 'Australia/Lord_Howe', 'Asia/Kolkata'),
  change: fc.constantFrom(...changes),
  points: fc.array(
    fc.record({
      node: fc.integer({ min: 0, max: 1 }),
      distance: fc.integer({ min: -600, max: 600 }).map((minutes) => minutes * 60_000 + 500),
      value: fc.integer({ min: -100, max: 100 }),
    }),
    { maxLength: 25 },
  ),
  method: fc.constantFrom(...(Object.keys(naive) as Method[])),
  measure: fc.constantFrom('minute' as const, 'hour' as const, 'day' as const),
  interval: fc.integer({ min: 1, max: 3 }).chain((factor) => fc.constantFrom(factor, factor * 10)),
  forEachNode: fc.boolean(),
});

it('agrees with a fold over the buckets of a walk along the clock', async () => {
  const bench = await DataBench.open();
  const { sandbox } = bench;
  const nodes = [bench.node, await sandbox.node('p')];
  let run = 0;
  await fc.assert(
    fc.asyncProperty(scene, async (drawn) => {
      const { zone, change, method, measure, forEachNode } = drawn;
      // A walk through many days takes long.
      const interval = measure === 'minute' ? drawn.interval : Math.min(drawn.interval, 3);
      run += 1;
      const variable = `v${run}`;
      await bench.variable(variable);
      const stored = new Map<string, Point>();
      for (const { node, distance, value } of drawn.points) {
        const point = { node: nodes[node] ?? '', timestamp: change + distance, value };
        stored.set(`${node} ${distance}`, point);
        const data = [{ variable, timestamp: point.timestamp, value }];
        await sandbox.request('p', 'device/submitdata', { data }, deviceOf(point.node));
      }
      const points = [...stored.values()];
      const { data } = await bench.platform('post-aggregates-variable-by-time', {
        variable,
        from: change / 1000 - 86400,
        to: change / 1000 + 86400,
        config: {
          aggregation: { compute: method, forEachNode },
          interval: { measure, interval },
          responseOptions: { timezone: zone },
          filter: { type: 'include', nodes },
        },
      });
      const known = new Map<number, number>();
      const startOf = (time: number) => {
        const start = known.get(time) ?? naiveStart(zone, time, measure, interval);
        known.set(time, start);
        return start;
      };
      const expected = forEachNode
        ? Object.fromEntries(
            nodes.flatMap((node) => {
              const own = points.filter((point) => point.node === node);
              return own.length > 0 ? [[node, buckets(own, startOf, method)]] : [];
            }),
          )
        : buckets(points, startOf, method);
      expect(data).toEqual(expected);
      await bench.platform('variables-delete', { variable });
    }),
    { numRuns: runs(40) },
  );
  await sandbox.close();
});
