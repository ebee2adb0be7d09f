import fc from 'fast-check';
import { expect, it } from 'vitest';
import { LruCache, PriorityQueue } from '../../src/engine/collections.ts';

const ascending = (a: number, b: number) => a < b;

function drain(queue: PriorityQueue): number[] {
  const all: number[] = [];
  for (let item = queue.pop(); item !== undefined; item = queue.pop()) all.push(item);
  return all;
}

it('a priority queue returns initial and added items in order', () => {
  fc.assert(
    fc.property(fc.array(fc.nat(50)), fc.array(fc.nat(50)), (initial, added) => {
      const queue = new PriorityQueue(initial, ascending);
      for (const item of added) queue.push(item);
      const sorted = [...initial, ...added].sort((a, b) => a - b);
      expect(queue.peek()).toBe(sorted[0]);
      expect(drain(queue)).toEqual(sorted);
    }),
  );
});

it('an LRU cache evicts the least recently used entry', () => {
  const cache = new LruCache<{ readonly key: string }>(2);
  const created: string[] = [];
  const get = (key: string) =>
    cache.getOrCreate(key, () => {
      created.push(key);
      return { key };
    });
  const first = get('a');
  get('b');
  expect(get('a')).toBe(first);
  get('c');
  expect(get('a')).toBe(first);
  expect(get('b')).toEqual({ key: 'b' });
  expect(created).toEqual(['a', 'b', 'c', 'b']);
});
