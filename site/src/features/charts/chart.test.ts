import { describe, expect, it } from 'vitest';
import { csvOf } from './export';
import { plotDataOf, valueLabels } from './plot';
import type { Series } from './time-series';

const series = (
  node: string,
  ...points: [number, Series['points'][number]['value']][]
): Series => ({
  node,
  points: points.map(([at, value]) => ({ at, value })),
});

describe('the data of a chart', () => {
  it('has a break where values are missing, and none for jitter', () => {
    const { aligned } = plotDataOf([
      series('a', [0, 1], [10, 2], [21, 3], [30, 4], [60, 5], [70, 6]),
    ]);
    expect(aligned).toEqual([
      [0, 10, 21, 30, 45, 60, 70],
      [1, 2, 3, 4, null, 5, 6],
    ]);
  });

  it('has a break for one missing bucket', () => {
    const { aligned } = plotDataOf([series('a', [0, 1], [60, 2], [120, 3], [240, 4], [300, 5])]);
    expect(aligned[1]).toEqual([1, 2, 3, null, 4, 5]);
  });

  it('has a break for everything that is not a finite number', () => {
    const values = [1, null, 'open', { lat: 1, long: 2 }, Infinity, 2];
    const { aligned } = plotDataOf([
      series('a', ...values.map((value, at): [number, typeof value] => [at, value])),
    ]);
    expect(aligned[1]).toEqual([1, null, null, null, null, 2]);
  });

  it('puts several nodes on one time axis, without breaks where only others have values', () => {
    const { aligned } = plotDataOf([series('a', [0, 1], [10, 2]), series('b', [5, 3], [10, 4])]);
    expect(aligned).toEqual([
      [0, 5, 10],
      [1, undefined, 2],
      [undefined, 3, 4],
    ]);
  });

  it('names the values that no line reaches', () => {
    const lonely = series('a', [0, 1], [10, 2], [20, 3], [30, 4], [90, 5], [150, 6], [160, 7]);
    const { aligned, isolated } = plotDataOf([lonely, series('b', [95, 1])]);
    expect(isolated.map((indexes) => indexes.map((index) => aligned[0][index]))).toEqual([
      [90],
      [95],
    ]);
  });

  it('can be empty', () => {
    expect(plotDataOf([])).toEqual({ aligned: [[]], isolated: [] });
  });
});

describe('CSV', () => {
  it('has one value a line, with times in ISO 8601', () => {
    const csv = csvOf(
      [series('n1', [1_767_225_600_000, 24.5]), series('n2', [0, -3])],
      'temperature',
    );
    expect(csv).toBe(
      'time,node,temperature\r\n2026-01-01T00:00:00.000Z,n1,24.5\r\n1970-01-01T00:00:00.000Z,n2,-3\r\n',
    );
  });

  it.each([
    ['=1+1', "'=1+1"],
    ['+1', "'+1"],
    ['-1', "'-1"],
    ['@SUM(A1)', "'@SUM(A1)"],
    ['\t=1', "'\t=1"],
    [' =1', "' =1"],
    ['＝1', "'＝1"],
    ['\r=1', '"\'\r=1"'],
    ['a,"b"\nc', '"a,""b""\nc"'],
    ['open', 'open'],
  ])('writes the text %j as %j', (value, field) => {
    expect(csvOf([series('n', [0, value])], 'v')).toBe(
      `time,node,v\r\n1970-01-01T00:00:00.000Z,n,${field}\r\n`,
    );
  });

  it('keeps names and labels harmless, too', () => {
    expect(csvOf([series('=n', [0, 1])], '=v')).toBe(
      "time,node,'=v\r\n1970-01-01T00:00:00.000Z,'=n,1\r\n",
    );
  });

  it('has a column for each field of a position', () => {
    expect(csvOf([series('n', [0, { lat: 22.3, long: 73.2 }])], 'position')).toBe(
      'time,node,lat,long\r\n1970-01-01T00:00:00.000Z,n,22.3,73.2\r\n',
    );
  });
});

describe('the labels of the value axis', () => {
  it.each([
    ['of temperatures', [20, 22.5, 25], 2.5, ['20', '22.5', '25']],
    ['of thousands', [1000, 1250, 1500], 250, ['1,000', '1,250', '1,500']],
    ['with a rounding error', [0.1, 0.2, 0.1 + 0.2], 0.1, ['0.1', '0.2', '0.3']],
    ['of tenths of a thousandth', [0, 0.0001, 0.0002], 0.0001, ['0', '0.0001', '0.0002']],
    ['of millionths', [0, 2e-6, 4e-6], 2e-6, ['0', '2E-6', '4E-6']],
    ['of very large values', [0, 5e19, 1e20], 5e19, ['0', '5E19', '1E20']],
    ['below zero', [-1e9, -5e8, 0], 5e8, ['-1E9', '-5E8', '0']],
    ['that are close together', [1e8, 1e8 + 1], 1, ['1E8', '1.00000001E8']],
  ])('%s differ and are short', (_, values, step, labels) => {
    expect(valueLabels(values, step)).toEqual(labels);
  });
});
