import { describe, expect, it } from 'vitest';
import { modulePatterns } from './';
import { checkStub, checkStubs, importedNames } from './stubs';

const stub = { module: 'tslib', file: 'tslib.ts', importer: 'a/b.js' };

describe('importedNames', () => {
  it.each([
    ["import x from 'tslib';", ['default']],
    ["import x, { a, b as c } from 'tslib';", ['default', 'a', 'b']],
    ['const t = require("tslib"); t.one(t.two);', ['one', 'two']],
    ["export { a, b as default } from 'tslib';", ['a', 'b']],
    ["import x from 'other';", []],
  ])('of %s', (source, names) => {
    expect(importedNames(source, 'tslib')).toEqual(names);
  });
});

describe('checkStub', () => {
  const text = 'export const a = 1;\nexport default function f() {}';

  it('accepts a stub that has every name', () => {
    expect(() => checkStub(stub, "import f, { a } from 'tslib';", text)).not.toThrow();
  });

  it('throws when a name is missing', () => {
    expect(() => checkStub(stub, "import { b } from 'tslib';", text)).toThrow(
      'a/b.js uses b of tslib: add to src/tslib.ts',
    );
  });

  it('throws when the package is no longer imported', () => {
    expect(() => checkStub(stub, '', text)).toThrow('no longer imports tslib');
  });
});

it('the stubs match the installed packages', () => {
  expect(checkStubs).not.toThrow();
});

it('reports the module patterns that match nothing', () => {
  const patterns = modulePatterns([/Send/, /Moved/]);
  expect(patterns.matches('/src/Send/index.tsx')).toBe(true);
  expect(patterns.matches('/src/Other.tsx')).toBe(false);
  expect(patterns.unmatched()).toEqual(['/Moved/']);
});
