import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { faultOffset, placeOf } from '../../src/protocol/json-place.ts';

describe('faultOffset', () => {
  it.each([
    ['', 0],
    ['   ', 3],
    ['{', 1],
    ['{"a"', 4],
    ['{"a":1,}', 7],
    ['{"a":1 "b"}', 7],
    ['{a:1}', 1],
    ['[1,]', 3],
    ['[1 2]', 3],
    ['[}', 1],
    ['{]', 1],
    ['[1]]', 3],
    ['1 2', 2],
    ['nul', 0],
    ['01', 1],
    ['"a\nb"', 0],
    ['"\\x"', 0],
    [',', 0],
    [':', 0],
    ['{"a":{"b":[1,{"c":tru}]}}', 18],
    // No recursion: as deep as a body can be.
    ['['.repeat(60_000), 60_000],
  ])('of %j is %i', (text, offset) => {
    expect(() => JSON.parse(text) as unknown).toThrow(SyntaxError);
    expect(faultOffset(text)).toBe(offset);
  });

  it('is the end of every text that is JSON', () => {
    fc.assert(
      fc.property(fc.json(), fc.constantFrom('', ' ', '\n\t'), (text, space) => {
        expect(faultOffset(text + space)).toBe((text + space).length);
      }),
    );
  });

  it('lies inside every JSON text that was cut or changed', () => {
    fc.assert(
      fc.property(fc.json(), fc.nat(), fc.string({ maxLength: 3 }), (text, at, inserted) => {
        const changed = text.slice(0, at % text.length) + inserted;
        try {
          JSON.parse(changed);
        } catch {
          expect(faultOffset(changed)).toBeLessThanOrEqual(changed.length);
          // What stands before the fault can be part of JSON: only then is the place the first one that is wrong.
          expect(faultOffset(changed.slice(0, faultOffset(changed)))).toBe(faultOffset(changed));
        }
      }),
    );
  });
});

it.each([
  [0, { line: 1, column: 1 }],
  [3, { line: 2, column: 1 }],
  [5, { line: 3, column: 1 }],
  [6, { line: 3, column: 2 }],
])('offset %i is at %o', (offset, place) => {
  expect(placeOf('ab\nc\nde', offset)).toEqual(place);
});
