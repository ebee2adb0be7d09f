import { expect, it } from 'vitest';
import { cutWhole } from '../src/cut.ts';

const points = Array.from({ length: 1_000 }, (_, index) => ({
  timestamp: index,
  value: index / 7,
}));
const response = { success: true, error: '', data: { node: points } };

it('leaves a short value as it is', () => {
  expect(cutWhole({ a: [1, 2] }, 100)).toEqual({ value: { a: [1, 2] } });
});

it('cuts the longest list at whole elements, and says which are left', () => {
  const { value, part } = cutWhole(response, 2_000);
  expect(JSON.stringify(value).length).toBeLessThan(2_100);
  expect(part).toMatchObject({ path: 'data.node', first: 0, total: 1_000 });
  expect(value).toEqual({ ...response, data: { node: points.slice(0, part?.next) } });
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
  expect(cutWhole([1, 2], 100, 9)).toEqual({ value: [], part });
});

it('returns at least one element, even if it is too long', () => {
  const { part } = cutWhole([['x'.repeat(40), 'y'.repeat(40)], ['z'.repeat(80)]], 10);
  expect(part).toMatchObject({ first: 0, next: 1, total: 2 });
});
