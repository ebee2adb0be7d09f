import { expect, test } from 'vitest';
import { chartLine } from './chart-line';

const frame = { left: 10, top: 0, width: 100, height: 50, from: 0, to: 10 };

test('fills its frame', () => {
  const points = [
    { time: 0, value: 1 },
    { time: 5, value: 3 },
    { time: 10, value: 2 },
  ];
  expect(chartLine(points, frame)).toEqual({
    path: 'M10.0 50.0L60.0 0.0L110.0 25.0',
    x: 110,
    y: 25,
  });
});

test('does not connect points with a gap between them', () => {
  const points = [0, 2, 8, 10].map((time) => ({ time, value: time }));
  const { path } = chartLine(points, { ...frame, gap: 3 }) ?? {};
  expect(path?.replaceAll(/[^A-Z]/g, '')).toBe('MLML');
});

test('values that hardly differ are in the middle', () => {
  const points = [
    { time: 0, value: 20 },
    { time: 10, value: 20.2 },
  ];
  const { path } = chartLine(points, { ...frame, span: 2 }) ?? {};
  expect(path).toBe('M10.0 27.5L110.0 22.5');
  expect(chartLine([{ time: 5, value: 1 }], frame)).toMatchObject({ x: 60, y: 25 });
});

test('has no line without points', () => {
  expect(chartLine([], frame)).toBeUndefined();
});
