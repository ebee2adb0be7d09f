import type { JsonValue } from '@anedya-docs/openapi-model';
import { describe, expect, it } from 'vitest';
import { readTimeSeries, variableOf } from './time-series';
import { allOperations, operationNamed } from '../../../test/support/operations';

const operations = await allOperations();
const getData = await operationNamed('data-get-data');
const latest = await operationNamed('variables-latest');
const aggregates = await operationNamed('post-aggregates-variable-by-time');

describe('operations with time series', () => {
  const found = operations.filter((operation) => readTimeSeries(operation, {}) !== undefined);

  it('are those whose documents describe points', () => {
    expect(found.map(({ id }) => id).sort()).toEqual([
      'data-get-data',
      'post-aggregates-variable-by-time',
      'variables-latest',
      'variables-snapshot',
    ]);
  });

  it('name their variable in the request', () => {
    for (const { request } of found) expect(variableOf({}, request.example)).toBe('temperature');
  });
});

describe('a response', () => {
  it('has a series for each node, oldest point first, with times in milliseconds', () => {
    const data = { b: [point(20, 2), point(10, 1)], a: [point(15, 3)] };
    expect(readTimeSeries(getData, { data })).toEqual({
      field: 'value',
      unit: 'seconds',
      inSeconds: 0,
      invalid: 0,
      series: [
        {
          node: 'b',
          points: [
            { at: 10_000, value: 1 },
            { at: 20_000, value: 2 },
          ],
        },
        { node: 'a', points: [{ at: 15_000, value: 3 }] },
      ],
    });
  });

  it('can have one point for each node', () => {
    const reading = readTimeSeries(latest, { data: { a: point(10, 1), b: point(11, 'open') } });
    expect(reading?.series.map(({ node, points }) => [node, points[0]?.value])).toEqual([
      ['a', 1],
      ['b', 'open'],
    ]);
  });

  it('can have aggregates of each node, or of all of them', () => {
    const points = [{ timestamp: 3600, aggregate: 24.1 }];
    for (const [data, node] of [
      [{ a: points }, 'a'],
      [points, ''],
    ] as const) {
      expect(readTimeSeries(aggregates, { data: data as JsonValue })).toMatchObject({
        field: 'aggregate',
        series: [{ node, points: [{ at: 3_600_000, value: 24.1 }] }],
      });
    }
  });

  it('takes the unit of the times from the document', () => {
    const inMilliseconds = JSON.parse(
      JSON.stringify(getData).replaceAll('"x-unit":"seconds"', '"x-unit":"milliseconds"'),
    ) as typeof getData;
    const reading = readTimeSeries(inMilliseconds, { data: { a: [point(1_767_225_600_000, 1)] } });
    expect(reading?.unit).toBe('milliseconds');
    expect(reading?.series[0]?.points[0]?.at).toBe(1_767_225_600_000);
  });

  it.each([
    ['nothing', undefined],
    ['text', 'no'],
    ['a list', []],
    ['no data', {}],
    ['empty data', { data: {} }],
    ['a list instead of an object', { data: [] }],
    ['text instead of points', { data: { a: 'x' } }],
    ['a node without points', { data: { a: [] } }],
    ['null', { data: null }],
  ] as [string, JsonValue | undefined][])('is empty with %s', (_name, json) => {
    expect(readTimeSeries(getData, json)).toMatchObject({ series: [], invalid: 0 });
  });

  it('counts points without a time or a value, and keeps the others', () => {
    const points = [point(10, 1), point('10', 1), point(1e15, 1), { timestamp: 1 }, null, 7];
    const reading = readTimeSeries(getData, { data: { a: points as JsonValue } });
    expect(reading).toMatchObject({ invalid: 5, series: [{ points: [{ at: 10_000, value: 1 }] }] });
  });

  it('leaves out points that a device submitted with seconds, and counts them', () => {
    const points = [point(1_764_000, 1), point(1_764_000_000, 2)];
    const reading = readTimeSeries(getData, { data: { a: points } });
    expect(reading).toMatchObject({
      inSeconds: 1,
      series: [{ points: [{ at: 1_764_000_000_000, value: 2 }] }],
    });
  });

  it('can name a node like a property of every object', () => {
    const json = JSON.parse('{"data":{"__proto__":[{"timestamp":1,"value":2}]}}') as JsonValue;
    expect(readTimeSeries(getData, json)?.series[0]?.node).toBe('__proto__');
  });

  it('can have 10,000 points', () => {
    const points = Array.from({ length: 10_000 }, (_, index) => point(index, index));
    const reading = readTimeSeries(getData, { data: { a: points } });
    expect(reading?.series[0]?.points).toHaveLength(10_000);
  });
});

function point(timestamp: JsonValue, value: JsonValue): JsonValue {
  return { timestamp, value };
}
