import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { maxLevels, readJson } from '../../../src/core/api/read-json.ts';

const read = (text: string) => readJson(Buffer.from(text), 'body');
const nested = (levels: number) => '['.repeat(levels) + ']'.repeat(levels);

describe('JSON of a client', () => {
  it('is read as JSON.parse reads it, up to the bound of levels', () => {
    fc.assert(
      fc.property(fc.json({ maxDepth: maxLevels - 2 }), (text) => {
        expect(read(text)).toEqual({ value: JSON.parse(text) as unknown });
      }),
      { numRuns: 300, seed: 20_260_101 },
    );
  });

  it('may have as many levels as the bound, and no more', () => {
    expect(read(nested(maxLevels))).toHaveProperty('value');
    const error = `The body has more than ${maxLevels} levels of objects and arrays.`;
    expect(read(nested(maxLevels + 1))).toEqual({ error });
    expect(read(`{"a":[${nested(maxLevels - 2)},1]}`)).toHaveProperty('value');
    expect(read(`{"a":[${nested(maxLevels - 1)},1]}`)).toEqual({ error });
    expect(read('{"a":'.repeat(100_000))).toEqual({ error });
  });

  it('has no levels in its strings', () => {
    const brackets = '[{'.repeat(100);
    for (const text of [`"${brackets}"`, `{"${brackets}\\\\\\"${brackets}":"\\\\"}`]) {
      expect(read(text)).toHaveProperty('value');
    }
    expect(read(`["\\\\",${nested(maxLevels)}]`)).toHaveProperty('error');
  });

  it.each([
    [Buffer.from([0x22, 0xff, 0x22]), 'The payload is not UTF-8 text.'],
    [Buffer.from('{"a":}'), 'The payload is not valid JSON: '],
    [Buffer.from(''), 'The payload is not valid JSON: '],
  ])('that is broken gets a sentence (%#)', (bytes, start) => {
    const reading = readJson(bytes, 'payload');
    expect('error' in reading && reading.error.startsWith(start)).toBe(true);
  });

  it('sets no prototype', () => {
    expect(read('{"__proto__":{"polluted":1}}')).toEqual({
      value: JSON.parse('{"__proto__":{"polluted":1}}') as unknown,
    });
    expect(({} as { polluted?: number }).polluted).toBeUndefined();
  });
});
