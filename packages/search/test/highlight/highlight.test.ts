import { describe, expect, it } from 'vitest';
import { highlight } from '../../src/index.ts';

const tags = { preTag: '<mark>', postTag: '</mark>' };

describe('highlight', () => {
  it('puts tags around ranges', () => {
    expect(highlight('create a node', [{ start: 9, end: 13 }], tags)).toBe(
      'create a <mark>node</mark>',
    );
  });

  // The search page and the dialog insert what they get as HTML.
  it('escapes the text, inside and outside of ranges, and not the tags', () => {
    expect(highlight(`<b> & "it's"`, [{ start: 0, end: 3 }], tags)).toBe(
      '<mark>&lt;b&gt;</mark> &amp; &quot;it&#39;s&quot;',
    );
  });

  it('leaves out what lies outside the text or in another range', () => {
    const ranges = [
      { start: 0, end: 2 },
      { start: 1, end: 3 },
      { start: 9, end: 12 },
    ];
    expect(highlight('abcd', ranges, { preTag: '[', postTag: ']' })).toBe('[ab][c]d');
  });
});
