import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { chunksOf, tokensOfChunk } from '../../src/analysis/chunks.ts';
import { NameReader } from '../../src/analysis/name-reader.ts';

describe('reader of names', () => {
  it('reads from many texts what each holds, in the same places', () => {
    const reader = new NameReader();
    const text = fc.oneof(
      fc.string({ unit: 'grapheme' }),
      fc
        .array(fc.constantFrom('nodeId', '/v1/node/create', 'Über', '?!', 'a'), { maxLength: 8 })
        .map((names) => names.join(' ')),
    );
    fc.assert(
      fc.property(text, (read) => {
        const tokens = reader
          .read(read)
          .flatMap(({ name, start }) =>
            name.tokens.map(({ term, start: from, end }) => [term, from + start, end + start]),
          );
        expect(tokens).toEqual(
          chunksOf(read)
            .flatMap(tokensOfChunk)
            .map(({ term, start, end }) => [term, start, end]),
        );
      }),
    );
  });
});
