import { describe, expect, it } from 'vitest';
import { headersFor, parseHeadersFile } from '../src/plugins/security-headers.ts';

const text = `# a comment
/*
  X-Frame-Options: DENY
  Cache-Control: no-cache

/assets/*
\tCache-Control:  public, max-age=1, immutable
/exact
  X-Exact: a:b, c
`;

const at = (path: string) => Object.fromEntries(headersFor(parseHeadersFile(text), path));

describe('headersFor', () => {
  it('applies a pattern with a star, with names in lower case', () => {
    expect(at('/guide/')).toEqual({ 'x-frame-options': 'DENY', 'cache-control': 'no-cache' });
  });

  it('overrides earlier rules with later ones, header by header', () => {
    expect(at('/assets/a.js')).toEqual({
      'x-frame-options': 'DENY',
      'cache-control': 'public, max-age=1, immutable',
    });
  });

  it('matches a pattern without a star at that path only, and keeps colons of the value', () => {
    expect(at('/exact')).toHaveProperty('x-exact', 'a:b, c');
    expect(at('/exact/')).not.toHaveProperty('x-exact');
    expect(at('/exac')).not.toHaveProperty('x-exact');
  });

  it('returns nothing where no pattern matches', () => {
    expect(headersFor(parseHeadersFile('/a/*\n  X-A: 1'), '/b/').size).toBe(0);
  });
});

describe('parseHeadersFile', () => {
  it.each([
    ['a header before any pattern', '# c\n  X-A: 1\n', 2],
    ['a line that is neither', '/*\n  X-A: 1\nX-B: 2\n', 3],
    ['a header without a value', '/*\n\n  X-A:\n', 3],
    ['a header without a name', '/*\n  : 1\n', 2],
    ['a name with a space', '/*\n  X A: 1\n', 2],
  ])('names the line of %s', (_case, broken, line) => {
    expect(() => parseHeadersFile(broken)).toThrow(`_headers:${line}: expected`);
  });

  it('finds no rule in an empty file', () => {
    expect(parseHeadersFile('\n# nothing\n')).toEqual([]);
  });
});
