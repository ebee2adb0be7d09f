import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import type { JsonObject } from '../../../src/core/context.ts';
import { DataBench, unknownNode } from '../../support/data-bench.ts';
import { rejection } from '../../support/rejection.ts';

let bench: DataBench;
let other: string;

const hour = 3600;
const start = Date.UTC(2025, 5, 1) / 1000;

beforeEach(async () => {
  bench = await DataBench.open();
  other = await bench.sandbox.node('p');
  await bench.variable('energy');
});

afterEach(() => bench.sandbox.close());

/** Submits values, by seconds after the start. */
function put(nodeId: string, values: Readonly<Record<number, number>>) {
  const data = Object.entries(values).map(([seconds, value]) => ({
    variable: 'energy',
    value,
    timestamp: (start + Number(seconds)) * 1000,
  }));
  return bench.submit(data, nodeId);
}

function aggregate(config: JsonObject, body: JsonObject = {}) {
  return bench.platform('post-aggregates-variable-by-time', {
    variable: 'energy',
    from: start,
    to: start + 24 * hour - 1,
    config: { interval: { measure: 'hour', interval: 1 }, ...config },
    ...body,
  });
}

const sum = { aggregation: { compute: 'sum' } };

describe('compute', () => {
  // The rises of 1, 2, 3, 1, 2 are 1, 1 and 1; the fall counts as nothing.
  it.each([
    ['sum', 9],
    ['avg', 1.8],
    ['median', 2],
    ['min', 1],
    ['max', 3],
    ['diff', 1],
    ['deltasum', 3],
    ['stddev', Math.sqrt(0.56)],
  ])('%s of 1, 2, 3, 1, 2 is %d', async (compute, expected) => {
    await put(bench.node, { 0: 1, 10: 2, 100: 3, 1000: 1, 3599: 2 });
    const { data } = await aggregate({ aggregation: { compute } });
    const [point, ...more] = data as { timestamp: number; aggregate: number }[];
    expect(more).toEqual([]);
    expect(point?.timestamp).toBe(start);
    expect(point?.aggregate).toBeCloseTo(expected, 12);
  });

  it('takes the mean of the two in the middle for the median of an even number', async () => {
    await put(bench.node, { 0: 1, 1: 10, 2: 2, 3: 7 });
    expect(await aggregate({ aggregation: { compute: 'median' } })).toMatchObject({
      data: [{ timestamp: start, aggregate: 4.5 }],
    });
  });

  it('returns the largest number for a value beyond it', async () => {
    await put(bench.node, { 0: -1.7e308, 1: 1.7e308 });
    expect(await aggregate({ aggregation: { compute: 'diff' } })).toMatchObject({
      data: [{ aggregate: Number.MAX_VALUE }],
    });
  });

  it.each([
    ['sum', Number.MAX_VALUE],
    ['min', 1.7e308],
    ['max', 1.7e308],
  ])('%s of numbers whose sum is beyond the largest is %d', async (compute, expected) => {
    await put(bench.node, { 0: 1.7e308, 1: 1.7e308, 2: 1.7e308 });
    const { data } = await aggregate({ aggregation: { compute } });
    expect(data).toEqual([{ timestamp: start, aggregate: expected }]);
  });

  it('averages numbers whose sum is beyond the largest', async () => {
    await put(bench.node, { 0: 1.75 * 2 ** 1023, 1: 1.25 * 2 ** 1023 });
    expect(await aggregate({ aggregation: { compute: 'avg' } })).toMatchObject({
      data: [{ aggregate: 1.5 * 2 ** 1023 }],
    });
  });

  it.each([
    ['sum', 1.5e-323],
    ['avg', 5e-324],
    ['min', 5e-324],
    ['max', 5e-324],
  ])('%s of the smallest number, three times, is %d', async (compute, expected) => {
    await put(bench.node, { 0: 5e-324, 1: 5e-324, 2: 5e-324 });
    const { data } = await aggregate({ aggregation: { compute } });
    expect(data).toEqual([{ timestamp: start, aggregate: expected }]);
  });

  it('has the exact deviation of small whole numbers', async () => {
    await put(bench.node, { 0: 2, 1: 4, 2: 4, 3: 4, 4: 5, 5: 5, 6: 7, 7: 9 });
    const { data } = await aggregate({ aggregation: { compute: 'stddev' } });
    expect(data).toMatchObject([{ aggregate: 2 }]);
  });

  it.each([1e200, 1.7e308, 1e-200])(
    'has the deviation of numbers as large as %d',
    async (value) => {
      await put(bench.node, { 0: -value, 1: value, 2: -value, 3: value });
      const { data } = await aggregate({ aggregation: { compute: 'stddev' } });
      const [point] = data as { aggregate: number }[];
      expect((point?.aggregate ?? NaN) / value).toBeCloseTo(1, 12);
    },
  );

  it('adds the smallest numbers to the largest', async () => {
    await put(bench.node, { 0: 1.7e308, 1: 5e-324, 2: -1.7e308 });
    expect(await aggregate(sum)).toMatchObject({ data: [{ aggregate: 5e-324 }] });
  });

  it('adds numbers that cancel each other', async () => {
    await put(bench.node, { 0: 1.7e308, 1: 1.7e308, 2: -1.7e308, 3: -1.7e308, 4: 0 });
    expect(await aggregate(sum)).toMatchObject({ data: [{ aggregate: 0 }] });
  });
});

describe('buckets', () => {
  it('are those of the calendar that have points, in the order of time', async () => {
    await put(bench.node, { 59: 1, 3600: 2, 7199: 4, 36000: 8 });
    const response = await aggregate(sum);
    expect(response).toMatchObject({
      variable: 'energy',
      config: { ...sum, interval: { measure: 'hour', interval: 1 } },
      data: [
        { timestamp: start, aggregate: 1 },
        { timestamp: start + hour, aggregate: 6 },
        { timestamp: start + 10 * hour, aggregate: 8 },
      ],
    });
  });

  it('start with the day of the time zone', async () => {
    const day = { ...sum, interval: { measure: 'day', interval: 1 } };
    // Midnight in Kolkata is 18:30 UTC.
    await put(bench.node, { [18 * hour + 1799]: 1, [18 * hour + 1800]: 2 });
    const zone = { responseOptions: { timezone: 'Asia/Kolkata' } };
    expect(await aggregate({ ...day, ...zone })).toMatchObject({
      data: [
        { timestamp: start - 5.5 * hour, aggregate: 1 },
        { timestamp: start + 18.5 * hour, aggregate: 2 },
      ],
    });
    expect(await aggregate(day)).toMatchObject({ data: [{ timestamp: start, aggregate: 3 }] });
  });

  it('read the range alone, its last second as a whole', async () => {
    await put(bench.node, { 0: 1, 10: 2, 20.999: 4, 21: 8 });
    const range = { from: start + 10, to: start + 20 };
    expect(await aggregate(sum, range)).toMatchObject({ data: [{ aggregate: 6 }] });
    expect(await aggregate(sum, { from: start + 30, to: start + 40 })).toMatchObject({ data: [] });
  });

  it('count the hour twice that the clocks show twice', async () => {
    const change = Date.UTC(2025, 9, 26, 1) / 1000;
    const values = { [change - hour - start]: 1, [change - start]: 2, [change + hour - start]: 4 };
    await put(bench.node, values);
    const body = { from: change - hour, to: change + 2 * hour };
    const zone = { responseOptions: { timezone: 'Europe/Berlin' } };
    expect(await aggregate({ ...sum, ...zone }, body)).toMatchObject({
      data: [
        { timestamp: change - hour, aggregate: 1 },
        { timestamp: change, aggregate: 2 },
        { timestamp: change + hour, aggregate: 4 },
      ],
    });
  });
});

describe('nodes', () => {
  const only = (type: string, nodes: string[], forEachNode = false): JsonObject => ({
    aggregation: { compute: 'sum', forEachNode },
    filter: { type, nodes },
  });

  beforeEach(async () => {
    await put(bench.node, { 0: 1, 5000: 2 });
    await put(other, { 0: 10 });
  });

  it('come together without a filter, also when a series for each is asked for', async () => {
    const expected = [
      { timestamp: start, aggregate: 11 },
      { timestamp: start + hour, aggregate: 2 },
    ];
    expect((await aggregate(sum)).data).toEqual(expected);
    const each = { aggregation: { compute: 'sum', forEachNode: true } };
    expect((await aggregate(each)).data).toEqual(expected);
  });

  it('are those of the filter, or all others', async () => {
    const ten = [{ timestamp: start, aggregate: 10 }];
    expect((await aggregate(only('include', [other]))).data).toEqual(ten);
    expect((await aggregate(only('exclude', [bench.node], true))).data).toEqual(ten);
    expect((await aggregate(only('include', [unknownNode]))).data).toEqual([]);
  });

  it('have a series each with forEachNode and an include filter', async () => {
    const nodes = [bench.node, other, await bench.sandbox.node('p'), unknownNode];
    expect((await aggregate(only('include', nodes, true))).data).toEqual({
      [bench.node]: [
        { timestamp: start, aggregate: 1 },
        { timestamp: start + hour, aggregate: 2 },
      ],
      [other]: [{ timestamp: start, aggregate: 10 }],
    });
  });

  it('of another project do not count, even when the filter names them', async () => {
    const { sandbox } = bench;
    await sandbox.project('q');
    const body = { name: 'e', variable: 'energy', type: 'float' };
    await sandbox.request('q', 'platform/variable-create', body);
    const response = await sandbox.request('q', 'platform/post-aggregates-variable-by-time', {
      variable: 'energy',
      from: start,
      to: start + hour,
      config: { ...only('include', [other]), interval: { measure: 'hour', interval: 1 } },
    });
    expect(response.data).toEqual([]);
  });
});

it('leaves out points that have outlived their ttl', async () => {
  const { sandbox } = bench;
  await bench.variable('brief', 'float', hour);
  const seconds = sandbox.now / 1000;
  const data = [0, hour - 1].map((age) => ({
    variable: 'brief',
    value: 1,
    timestamp: (seconds - age) * 1000,
  }));
  await bench.submit(data);
  const body = { variable: 'brief', from: seconds - 2 * hour, to: seconds };
  const day = { ...sum, interval: { measure: 'year', interval: 1000 } };
  expect(await aggregate(day, body)).toMatchObject({ data: [{ aggregate: 2 }] });
  sandbox.now += 1000;
  expect(await aggregate(day, body)).toMatchObject({ data: [{ aggregate: 1 }] });
});

describe('rejections', () => {
  it.each<[JsonObject, JsonObject, string]>([
    [{}, { variable: 'Energy' }, '404 data::variablenotfound'],
    [{}, { from: start + 1, to: start }, '400 aggregates::invalidtimerange'],
    [{}, { from: start * 1000, to: (start + 1) * 1000 }, '400 aggregates::invalidtimerange'],
    [{ responseOptions: { timezone: 'Mars/Olympus' } }, {}, '400 aggregates::invalidtimezone'],
    [{ responseOptions: { timezone: '' } }, {}, '400 aggregates::invalidtimezone'],
    [{ responseOptions: { timezone: 'IST' } }, {}, '400 aggregates::invalidtimezone'],
  ])('%j with %j', async (config, body, reason) => {
    expect(await rejection(aggregate({ ...sum, ...config }, body))).toBe(reason);
  });

  it.each(['IST', 'BST', 'CST', 'PST', 'ast'])('concern the abbreviation %s', async (timezone) => {
    await expect(aggregate({ ...sum, responseOptions: { timezone } })).rejects.toThrow(
      `"${timezone}" is an abbreviation, which can stand for several time zones. Send an IANA name, such as "Asia/Kolkata", or "UTC".`,
    );
  });

  it.each(['SystemV/EST5', 'systemv/EST5EDT', '+05:30', 'Mars', 'PDT', 'x'.repeat(1000)])(
    'concern %s, which is no time zone',
    async (timezone) => {
      const request = aggregate({ ...sum, responseOptions: { timezone } });
      await expect(request).rejects.toThrow(
        /^"[^"]{1,101}" is not a time zone\. Send an IANA name/,
      );
    },
  );

  it.each([
    'GMT',
    'Japan',
    'Singapore',
    'CET',
    'EST',
    'est5edt',
    'Zulu',
    'utc',
    'US/Pacific',
    'Etc/GMT+5',
  ])('do not concern the IANA name %s', async (timezone) => {
    const response = await aggregate({ ...sum, responseOptions: { timezone } });
    expect(response).toHaveProperty('data');
  });

  it('concern variables without numbers', async () => {
    await bench.variable('door', 'status');
    const request = aggregate(sum, { variable: 'door' });
    expect(await rejection(request)).toBe('400 generic::malformedrequest');
  });
});
