import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { editDistance } from '../support/edit-distance.ts';
import { NearTerms } from '../../src/engine/vocabulary.ts';

const word = fc.stringMatching(/^[abc]{1,9}$/);

describe('near terms', () => {
  it('match the distance to each term', () => {
    fc.assert(
      fc.property(fc.uniqueArray(word), word, fc.nat(2), (list, typed, max) => {
        const terms = list.sort();
        const expected = terms
          .map((term) => ({
            term,
            distance: editDistance(typed, term, max),
            prefixDistance: editDistance(typed, term, max, true),
          }))
          .filter(({ distance, prefixDistance }) => Math.min(distance, prefixDistance) <= max);
        const within = (distance: number) => (distance <= max ? distance : Infinity);
        const found = new NearTerms(terms)
          .of(typed, max)
          .map(({ term, distance, prefixDistance }) => ({
            term,
            distance: within(distance),
            prefixDistance: within(prefixDistance),
          }));
        expect(found).toEqual(expected);
      }),
      { numRuns: 500 },
    );
  });
});
