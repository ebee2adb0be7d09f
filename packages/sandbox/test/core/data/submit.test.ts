import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import type { JsonValue } from '@anedya-docs/openapi-model';
import type { RequestError } from '../../../src/core/errors.ts';
import { browserStorage } from '../../../src/core/limits.ts';
import { DataBench, deviceOf, type Submitted } from '../../support/data-bench.ts';
import { rejection } from '../../support/rejection.ts';

let bench: DataBench;

beforeEach(async () => {
  bench = await DataBench.open();
  await bench.variable('temperature');
  await bench.variable('position', 'geo');
  await bench.variable('door', 'status');
});

afterEach(() => bench.sandbox.close());

async function latest(variable: string): Promise<JsonValue | undefined> {
  const { data } = await bench.platform('variables-latest', { variable, nodes: [bench.node] });
  return (data as Record<string, JsonValue>)[bench.node];
}

function code(transport: 'http' | 'mqtt'): Promise<unknown> {
  const data = [{ variable: 'Temperature', value: 1, timestamp: 0 }];
  return bench.sandbox
    .request('p', 'device/submitdata', { data }, deviceOf(bench.node, transport))
    .catch((error: unknown) => (error as RequestError).code);
}

describe('submitdata', () => {
  it('keeps a batch of mixed variables, and reads seconds back', async () => {
    expect(
      await bench.submit([
        { variable: 'temperature', value: 24.5, timestamp: 1767225600999 },
        { variable: 'position', value: { lat: 22.3, long: -73.2 }, timestamp: 1767225600000 },
        { variable: 'door', value: 'open "wide"', timestamp: 1767225601000 },
      ]),
    ).toEqual({});
    expect(await latest('temperature')).toEqual({ timestamp: 1767225600, value: 24.5 });
    expect(await latest('position')).toEqual({
      timestamp: 1767225600,
      value: { lat: 22.3, long: -73.2 },
    });
    expect(await latest('door')).toEqual({ timestamp: 1767225601, value: 'open "wide"' });
  });

  it('takes the time of the server for a timestamp of 0', async () => {
    await bench.submit([{ variable: 'temperature', value: 0, timestamp: 0 }]);
    expect(await latest('temperature')).toEqual({ timestamp: bench.sandbox.now / 1000, value: 0 });
  });

  it('replaces an earlier point with the same time', async () => {
    const at = (value: number): Submitted => ({ variable: 'temperature', value, timestamp: 5000 });
    await bench.submit([at(1)]);
    await bench.submit([at(2), at(3)]);
    expect(
      await bench.platform('data-get-data', {
        variable: 'temperature',
        nodes: [bench.node],
        from: 0,
        to: 10,
      }),
    ).toMatchObject({ count: 1, data: { [bench.node]: [{ timestamp: 5, value: 3 }] } });
  });

  it('returns 4020 for an unknown variable over HTTP, and 4040 over MQTT', async () => {
    expect(await code('http')).toBe(4020);
    expect(await code('mqtt')).toBe(4040);
  });

  it.each<[string, Submitted, string]>([
    [
      'an unknown variable',
      { variable: 'humidity', value: 1, timestamp: 0 },
      '404 data::variablenotfound',
    ],
    ['text for a float', { variable: 'temperature', value: '1', timestamp: 0 }, ''],
    ['a number for a status', { variable: 'door', value: 1, timestamp: 0 }, ''],
    ['U+0000 in a text', { variable: 'door', value: 'a\0b', timestamp: 0 }, ''],
    ['half a surrogate pair', { variable: 'door', value: '\ud800', timestamp: 0 }, ''],
    [
      'a text of more than 1000 bytes',
      { variable: 'door', value: `${'ü'.repeat(500)}a`, timestamp: 0 },
      '413 generic::malformedrequest',
    ],
    ['a number for a geo', { variable: 'position', value: 1, timestamp: 0 }, ''],
    [
      'a position for a float',
      { variable: 'temperature', value: { lat: 1, long: 1 }, timestamp: 0 },
      '',
    ],
    ['a time before 1970', { variable: 'temperature', value: 1, timestamp: -1 }, ''],
    [
      'a time in microseconds',
      { variable: 'temperature', value: 1, timestamp: 1767225600000000 },
      '',
    ],
  ])('keeps nothing of a batch with %s', async (_, wrong, reason) => {
    const good = { variable: 'temperature', value: 1, timestamp: 1000 };
    const expected = reason === '' ? '400 generic::malformedrequest' : reason;
    expect(await rejection(bench.submit([good, wrong]))).toBe(expected);
    expect(await latest('temperature')).toBeUndefined();
  });

  it('rejects clients other than devices, and the device of a deleted node', async () => {
    const body = { data: [{ variable: 'temperature', value: 1, timestamp: 0 }] };
    expect(await rejection(bench.sandbox.request('p', 'device/submitdata', body))).toMatch(
      /^40[13] auth::/,
    );
    await bench.sandbox.db.deleteFrom('nodes').execute();
    expect(await rejection(bench.submit(body.data))).toBe('404 node::nodenotfound');
  });

  it('keeps a text of 1000 bytes', async () => {
    const value = 'ü'.repeat(500);
    await bench.submit([{ variable: 'door', value, timestamp: 1000 }]);
    expect(await latest('door')).toEqual({ timestamp: 1, value });
  });

  it('takes a large batch', async () => {
    const batch = Array.from({ length: 10_000 }, (_, index) => ({
      variable: 'temperature',
      value: index,
      timestamp: 1000 + index,
    }));
    await bench.sandbox.request('p', 'device/submitdata', { data: batch }, deviceOf(bench.node));
    const response = await bench.sandbox.request('p', 'platform/data-get-data', {
      variable: 'temperature',
      nodes: [bench.node],
      from: 0,
      to: 11,
    });
    expect(response).toMatchObject({ count: 10_000 });
  });
});

describe('capacity for points', () => {
  // For the higher limit of servers, see store/caps.test.ts.
  const points = browserStorage.points.project;

  beforeEach(() => {
    bench.sandbox.storage = browserStorage;
  });

  function setCount(count: number) {
    const row = { project_id: 'p', points: count };
    return bench.sandbox.db.insertInto('point_counts').values(row).execute();
  }

  const point: Submitted = { variable: 'temperature', value: 1, timestamp: 1000 };

  it('recounts before it rejects: a replaced point does not count', async () => {
    await setCount(points);
    await bench.submit([point]);
    const counted = await bench.sandbox.db.selectFrom('point_counts').selectAll().execute();
    expect(counted).toEqual([{ project_id: 'p', points: 1 }]);
  });

  it('rejects points that a full project cannot hold, and keeps those it has', async () => {
    const rows = (from: number, count: number) =>
      Array.from({ length: count }, (_, index) => ({
        variable: 'temperature',
        value: index,
        timestamp: from + index,
      }));
    const size = 10_000;
    const device = deviceOf(bench.node);
    const submit = (data: Submitted[]) =>
      bench.sandbox.request('p', 'device/submitdata', { data }, device);
    for (let from = 1; from <= points; from += size) await submit(rows(from, size));
    expect(await rejection(submit([{ ...point, timestamp: points + 1 }]))).toBe(
      '429 sandbox::toomany',
    );
    const last = { ...point, timestamp: points, value: -1 };
    // It is not counted again for a second.
    await expect(submit([last])).rejects.toMatchObject({
      reason: 'sandbox::toomany',
      message: expect.stringContaining('Delete a variable or a node, reset the project') as string,
    });
    bench.sandbox.now += 1000;
    await submit([last]);
    // Nor when the clock was set back after the project was full.
    bench.sandbox.now += 3_600_000;
    expect(await rejection(submit([{ ...point, timestamp: points + 1 }]))).toBe(
      '429 sandbox::toomany',
    );
    bench.sandbox.now -= 3_600_000;
    await submit([last]);
    expect(await latest('temperature')).toEqual({ timestamp: points / 1000, value: -1 });
  });

  it('does not take a project for full because one of another sandbox is', async () => {
    const storage = { ...browserStorage, points: { project: 1, total: 10 } };
    bench.sandbox.storage = storage;
    await bench.submit([point]);
    await expect(bench.submit([{ ...point, timestamp: 2000 }])).rejects.toMatchObject({
      reason: 'sandbox::toomany',
      message: expect.stringContaining('Delete a variable or a node, reset the project') as string,
    });
    const other = await DataBench.open();
    other.sandbox.storage = storage;
    await other.variable('temperature');
    // Too high: the points must be counted again.
    await other.sandbox.db
      .insertInto('point_counts')
      .values({ project_id: 'p', points: 1 })
      .execute();
    await other.submit([point]);
    await other.sandbox.close();
  });

  it('rejects when all projects together are full', async () => {
    await bench.sandbox.project('q');
    const row = { project_id: 'q', points: browserStorage.points.total };
    await bench.sandbox.db.insertInto('point_counts').values(row).execute();
    await bench.submit(Array.from({ length: 99 }, (_, at) => ({ ...point, timestamp: 1 + at })));
    expect(await rejection(bench.submit([point]))).toBe('429 sandbox::full');
    expect(await rejection(bench.submit([point]))).toBe('429 sandbox::full');
  });
});

describe('http-time-sync', () => {
  it('repeats the time of the device beside that of the server, in milliseconds', async () => {
    const { now } = bench.sandbox;
    expect(await bench.device('http-time-sync', { deviceSendTime: 52000 })).toEqual({
      deviceSendTime: 52000,
      serverReceiveTime: now,
      serverSendTime: now,
    });
    expect(await bench.device('http-time-sync', {})).toEqual({
      serverReceiveTime: now,
      serverSendTime: now,
    });
  });

  it('gives the time that the formula of the reference makes of it', async () => {
    // T1 = 52000 and T4 = 52200 on the device's clock: a round trip of 200 ms.
    const { serverReceiveTime: t2, serverSendTime: t3 } = await bench.device('http-time-sync', {
      deviceSendTime: 52000,
    });
    const time = ((t2 as number) + (t3 as number) + 52200 - 52000) / 2;
    expect(time).toBe(bench.sandbox.now + 100);
  });
});
