import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { BestFirst } from '../../src/engine/best-first.ts';

const ascending = (a: number, b: number) => a < b;

function drain(queue: BestFirst): number[] {
  const all: number[] = [];
  for (let item = queue.pop(); item !== undefined; item = queue.pop()) all.push(item);
  return all;
}

describe('best first', () => {
  it('brings out what it began with and what was added, in order', () => {
    fc.assert(
      fc.property(fc.array(fc.nat(50)), fc.array(fc.nat(50)), (given, added) => {
        const queue = new BestFirst(given, ascending);
        for (const item of added) queue.push(item);
        expect(queue.peek()).toBe([...given, ...added].sort((a, b) => a - b)[0]);
        expect(drain(queue)).toEqual([...given, ...added].sort((a, b) => a - b));
      }),
    );
  });
});
