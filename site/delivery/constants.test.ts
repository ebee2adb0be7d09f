import { describe, expect, it } from 'vitest';
import { withConstants } from './used-css';

describe('withConstants', () => {
  it.each([
    [':root{--a:1px;color:red}p{margin:var(--a)}', ':root{color:red}p{margin:1px}'],
    [':root{--a:1px;--b:calc(var(--a)*2)}p{margin:var(--b)}', ':root{}p{margin:calc(1px*2)}'],
    [':root{--b:var(--a);--a:1px}p{margin:var(--b)}', ':root{}p{margin:1px}'],
    // Minifiers leave out the space after the parenthesis.
    [':root{--a:1px}p{margin:var(--a)0 var(--a)var(--c)}', ':root{}p{margin:1px 0 1px var(--c)}'],
    [
      ':root{--a:url("data:x;y")}p{background:var(--a)50%}',
      ':root{}p{background:url("data:x;y") 50%}',
    ],
  ])('%s', (css, expected) => {
    expect(withConstants(css, [])).toBe(expected);
  });

  it.each([
    ['a property that is set twice', ':root{--a:1px}.dark{--a:2px}p{margin:var(--a)}'],
    ['a property that is set twice for the page', ':root{--a:1px}:root{--a:2px}p{margin:var(--a)}'],
    ['a property of some elements', '.row{--a:1px}p{margin:var(--a)}'],
    ['a property of some screens', '@media print{:root{--a:1px}}p{margin:var(--a)}'],
    ['a value that depends on another', ':root{--a:var(--b)}p{--b:1px;margin:var(--a)}'],
    ['a value with a fallback', 'p{margin:var(--a,1px)}'],
    ['a property that is read with a fallback', ':root{--a:2px}p{margin:var(--a,1px)}'],
    ['a property that reads itself', ':root{--a:var(--a)}p{margin:var(--a)}'],
    ['a property that others read', ':root{--kept:1px}p{margin:var(--kept)}'],
  ])('keeps %s', (_case, css) => {
    expect(withConstants(css, ['--kept'])).toBe(css);
  });
});
