import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { editDistance } from '../../src/analysis/edit-distance.ts';

describe('edit distance', () => {
  it.each([
    ['command', 'command', 0],
    ['comand', 'command', 1],
    ['commnad', 'command', 1],
    ['commamd', 'command', 1],
    ['ocmmnad', 'command', 2],
    ['note', 'command', Infinity],
  ])('from %s to %s is %d', (typed, term, distance) => {
    expect(editDistance(typed, term, 2)).toBe(distance);
  });

  it('gives up above the most that is tolerated', () => {
    expect(editDistance('comand', 'command', 0)).toBe(Infinity);
  });

  it('takes what follows a prefix for free', () => {
    expect(editDistance('depolym', 'deployment', 1, true)).toBe(1);
    expect(editDistance('depolym', 'deployment', 1)).toBe(Infinity);
  });

  it('is the same in both directions', () => {
    const word = fc.string({ unit: fc.constantFrom('a', 'b', 'c'), maxLength: 8 });
    fc.assert(
      fc.property(word, word, (a, b) => {
        expect(editDistance(a, b, 3)).toBe(editDistance(b, a, 3));
      }),
    );
  });
});
