import { describe, expect, it } from 'vitest';
import { highlight, snippet } from '../src/highlight.ts';

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

const options = { words: 4, ellipsis: '…', preTag: '[', postTag: ']' };
const sentence = 'one two three four five six seven eight nine ten';
const rangeOf = (word: string) => ({
  start: sentence.indexOf(word),
  end: sentence.indexOf(word) + word.length,
});

describe('snippet', () => {
  it('returns a short text unchanged', () => {
    expect(snippet('one two', [{ start: 0, end: 3 }], options)).toBe('[one] two');
  });

  it('starts at the beginning where nothing matches', () => {
    expect(snippet(sentence, [], options)).toBe('one two three four…');
  });

  it('has a match in its middle', () => {
    expect(snippet(sentence, [rangeOf('six')], options)).toBe('…four five [six] seven…');
  });

  it('contains the most matches', () => {
    const ranges = ['one', 'seven', 'nine'].map(rangeOf);
    expect(snippet(sentence, ranges, options)).toBe('…six [seven] eight [nine]…');
  });

  it('has an ellipsis only where text is truncated', () => {
    expect(snippet(sentence, [rangeOf('one')], options)).toBe('[one] two three four…');
    expect(snippet(sentence, [rangeOf('nine'), rangeOf('ten')], options)).toBe(
      '…seven eight [nine] [ten]',
    );
  });

  it('escapes the text', () => {
    expect(snippet('a <b> c d e f', [{ start: 2, end: 5 }], options)).toBe('a [&lt;b&gt;] c d…');
  });
});
