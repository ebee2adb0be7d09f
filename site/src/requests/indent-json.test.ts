import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { indentJson } from './indent-json';

describe('indentation of JSON', () => {
  it('is that of JSON.stringify', () => {
    fc.assert(
      fc.property(fc.json(), fc.nat(4), (text, spaces) => {
        const value: unknown = JSON.parse(text);
        expect(indentJson(JSON.stringify(value, null, spaces))).toBe(
          JSON.stringify(value, null, 2),
        );
      }),
    );
  });

  it('keeps numbers, escapes, repeated names, and their order', () => {
    expect(indentJson('{"2":9007199254740993,"1":1e400, "1":1.0,"\\u00e9":[ ]}')).toBe(
      '{\n  "2": 9007199254740993,\n  "1": 1e400,\n  "1": 1.0,\n  "\\u00e9": []\n}',
    );
  });

  it('keeps deep values on one line, and reads long strings', () => {
    const deep = `${'['.repeat(5000)}1${']'.repeat(5000)}`;
    expect(indentJson(deep).length).toBeLessThan(deep.length + 3000);
    expect(indentJson(deep).replaceAll(/\s/g, '')).toBe(deep);
    const long = JSON.stringify({ text: '"\n'.repeat(500_000) });
    expect(indentJson(long).replaceAll(/\n {2}|\n(?=\}$)|(?<=:) /g, '')).toBe(long);
  });
});
