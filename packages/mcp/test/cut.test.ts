import type { JsonValue } from '@anedya-docs/openapi-model';
import { describe, expect, it } from 'vitest';
import { cutWhole, type Cut } from '../src/cut.ts';

const points = Array.from({ length: 1_000 }, (_, index) => ({
  timestamp: index,
  value: index / 7,
}));
const response = { success: true, error: '', data: { node: points } };

it('leaves a short value as it is', () => {
  expect(cutWhole({ a: [1, 2] }, 100)).toEqual({ value: { a: [1, 2] }, note: '' });
});

it('cuts the longest list at whole elements, and says which are left', () => {
  const { value, part, note } = cutWhole(response, 2_000);
  expect(JSON.stringify(value).length).toBeLessThan(2_100);
  expect(part).toMatchObject({ path: 'data.node', first: 0, total: 1_000 });
  expect(value).toEqual({ ...response, data: { node: points.slice(0, part?.next) } });
  expect(note).toBe(
    `Elements 0 to ${Number(part?.next) - 1} of the 1000 in "data.node" follow. For the next ones, repeat the request with "skip": ${part?.next}.`,
  );
});

it('returns all elements, each once, with "skip"', () => {
  const all: unknown[] = [];
  for (let skip = 0; skip < 1_000;) {
    const { value, part } = cutWhole(response, 2_000, skip);
    all.push(...(value as typeof response).data.node);
    expect(part?.next).toBeGreaterThan(skip);
    skip = part?.next ?? Infinity;
  }
  expect(all).toEqual(points);
});

it('cuts a map at whole entries, and a text at characters', () => {
  const map = Object.fromEntries(points.map((point) => [`node-${point.timestamp}`, point]));
  const { value, part } = cutWhole({ data: map }, 1_000);
  expect(Object.keys((value as { data: object }).data)).toHaveLength(part?.next ?? 0);
  expect(part).toMatchObject({ path: 'data', total: 1_000 });
  expect(cutWhole({ text: 'é'.repeat(500) }, 111).part).toMatchObject({ path: 'text', total: 500 });
});

it('returns nothing more past the end', () => {
  const part = { path: '', first: 2, next: 2, total: 2 };
  const note = 'There are no more elements: the response has 2.';
  expect(cutWhole([1, 2], 100, 9)).toEqual({ value: [], part, note });
});

it('returns at least one element, even if it is too long', () => {
  const { value, part } = cutWhole([123_456_789_012, 3], 10);
  expect(value).toEqual([123_456_789_012]);
  expect(part).toMatchObject({ first: 0, next: 1, total: 2 });
});

describe('elements that are too long to return whole', () => {
  /** Returns the numbers and characters in a value. */
  const leavesOf = (value: JsonValue): unknown[] =>
    typeof value === 'object' && value !== null
      ? Object.values(value).flatMap(leavesOf)
      : typeof value === 'string'
        ? Array.from(value)
        : [value];

  /** Returns the parts of a value that "skip" returns one after the other. */
  function partsOf(value: JsonValue, max: number): Cut[] {
    const parts: Cut[] = [];
    let [skip, total] = [0, 1];
    while (skip < total) {
      const cut = cutWhole(value, max, skip);
      parts.push(cut);
      expect(cut.part?.next).toBeGreaterThan(skip);
      ({ next: skip, total } = cut.part ?? { next: total, total });
    }
    return parts;
  }

  it.each([
    ['two lists of the same length', { a: points, b: points }],
    ['lists of different lengths', { a: points, b: points.slice(0, 400), c: points.slice(0, 5) }],
    ['lists at several levels', { a: { x: points, y: points }, b: points }],
    ['lists in a list', [points, points, points]],
    ['texts', { a: 'é'.repeat(3_000), b: 'x'.repeat(5_000), c: '' }],
  ])('count as their own elements: %s', (_, data) => {
    const parts = partsOf({ success: true, data }, 2_000);
    for (const { value, part, note } of parts) {
      expect(JSON.stringify(value).length).toBeLessThan(2_200);
      expect(value).toMatchObject({ success: true });
      expect(part?.path).toBe('data');
      expect(note).toContain('in "data" follow. An entry that is too long counts as its own');
    }
    const all = parts.flatMap(({ value }) => leavesOf((value as { data: JsonValue }).data));
    expect(all).toEqual(leavesOf(data));
  });
});
