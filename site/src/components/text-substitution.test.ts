import { describe, expect, it } from 'vitest';
import { createSubstitution, editedTexts, type Edit } from './text-substitution';

/** Edits that replace every match with a text. */
const replacing =
  (pattern: RegExp, text: string) =>
  (source: string): Edit[] =>
    [...source.matchAll(pattern)].map(({ index, 0: match }) => ({
      start: index,
      end: index + match.length,
      text,
    }));

const nodesOf = (...texts: string[]) => texts.map((data) => ({ data }));
const dataOf = (nodes: readonly { data: string }[]) => nodes.map(({ data }) => data);

describe('edited texts', () => {
  it.each([
    ['within one', ['a XX b', ' c'], ['a longer b', ' c']],
    ['over two', ['a X', 'X b'], ['a longer', ' b']],
    ['over four', ['a X', '', 'X', 'X b'], ['a longer', '', '', ' b']],
    ['at the ends', ['XX', 'a', 'XX'], ['longer', 'a', 'longer']],
    ['several in one', ['XX-XX', '-XX'], ['longer-longer', '-longer']],
    ['adjacent across nodes', ['aX', 'XbX', 'X'], ['alonger', 'blonger', '']],
  ])('show an edit %s', (_where, texts, expected) => {
    expect(editedTexts(texts, replacing(/X+/g, 'longer')(texts.join('')))).toEqual(expected);
  });
});

describe('substitution in text nodes', () => {
  it('starts from the original each time, and restores it without edits', () => {
    const substitute = createSubstitution();
    const nodes = nodesOf('to {d', 'eviceId}/x');
    substitute(nodes, replacing(/\{deviceId\}/g, 'first'));
    expect(dataOf(nodes)).toEqual(['to first', '/x']);
    substitute(nodes, replacing(/\{deviceId\}/g, '{deviceId}-2'));
    expect(dataOf(nodes)).toEqual(['to {deviceId}-2', '/x']);
    substitute(nodes, () => []);
    expect(dataOf(nodes)).toEqual(['to {d', 'eviceId}/x']);
  });

  it('treats text that React has written since as the original', () => {
    const substitute = createSubstitution();
    const nodes = nodesOf('a {d}');
    substitute(nodes, replacing(/\{d\}/g, 'mine'));
    nodes.forEach((node) => (node.data = 'b {d}'));
    substitute(nodes, replacing(/\{d\}/g, 'mine'));
    expect(dataOf(nodes)).toEqual(['b mine']);
    substitute(nodes, () => []);
    expect(dataOf(nodes)).toEqual(['b {d}']);
  });

  it('writes only to nodes that change', () => {
    const writes: string[] = [];
    const node = (text: string) => ({
      get data() {
        return text;
      },
      set data(value: string) {
        writes.push(value);
        text = value;
      },
    });
    const nodes = [node('plain'), node('{d}')];
    const substitute = createSubstitution();
    substitute(nodes, replacing(/\{d\}/g, 'mine'));
    substitute(nodes, replacing(/\{d\}/g, 'mine'));
    expect(writes).toEqual(['mine']);
  });

  it('escapes markup in a value', () => {
    const nodes = nodesOf('{d}');
    createSubstitution()(nodes, replacing(/\{d\}/g, '<img src=x onerror=alert(1)>'));
    expect(dataOf(nodes)).toEqual(['<img src=x onerror=alert(1)>']);
  });
});
