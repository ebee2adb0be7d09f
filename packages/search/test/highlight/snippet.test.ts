import { describe, expect, it } from 'vitest';
import { snippet } from '../../src/index.ts';

const options = { words: 4, ellipsis: '…', preTag: '[', postTag: ']' };
const text = 'one two three four five six seven eight nine ten';
const rangeOf = (word: string) => ({
  start: text.indexOf(word),
  end: text.indexOf(word) + word.length,
});

describe('snippet', () => {
  it('is the whole text, without an ellipsis, where it is short', () => {
    expect(snippet('one two', [{ start: 0, end: 3 }], options)).toBe('[one] two');
  });

  it('is the beginning where nothing matches', () => {
    expect(snippet(text, [], options)).toBe('one two three four…');
  });

  it('holds a match in its middle', () => {
    expect(snippet(text, [rangeOf('six')], options)).toBe('…four five [six] seven…');
  });

  it('takes the best cluster', () => {
    const ranges = ['one', 'seven', 'nine'].map(rangeOf);
    expect(snippet(text, ranges, options)).toBe('…six [seven] eight [nine]…');
  });

  it('has an ellipsis only where text was cut', () => {
    expect(snippet(text, [rangeOf('one')], options)).toBe('[one] two three four…');
    expect(snippet(text, [rangeOf('nine'), rangeOf('ten')], options)).toBe(
      '…seven eight [nine] [ten]',
    );
  });

  it('escapes the text', () => {
    expect(snippet('a <b> c d e f', [{ start: 2, end: 5 }], options)).toBe('a [&lt;b&gt;] c d…');
  });
});
