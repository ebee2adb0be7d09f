import { expect, test } from 'vitest';
import { length } from './rules/length.ts';
import { findings } from './sample.ts';

const sentence = (words: number) => `Word${' word'.repeat(words - 1)}.`;
const sentences = (count: number, words: number) => Array(count).fill(sentence(words)).join(' ');

test('finds a sentence of more than 40 words', () => {
  expect(findings(length, sentence(41))).toEqual([
    '1 a sentence of 41 words: split it, 40 at most',
  ]);
  expect(findings(length, sentence(40))).toEqual([]);
});

test('finds it on its line, in a cell and in a list', () => {
  expect(findings(length, `First.\n${sentence(41)}`)).toEqual([expect.stringMatching(/^2 /)]);
  expect(findings(length, `| A |\n|---|\n| ${sentence(41)} |`)).toHaveLength(1);
  expect(findings(length, `- A\n- ${sentence(41)}`)).toEqual([expect.stringMatching(/^2 /)]);
});

test('ends a sentence before a code span, and not inside a name', () => {
  expect(findings(length, `${sentence(30)} \`x\` is ${sentence(30)}`)).toEqual([]);
  expect(findings(length, `${sentence(30).slice(0, -1)} Node.js${' word'.repeat(10)}`)).toEqual([
    expect.stringContaining('a sentence of 41 words'),
  ]);
});

test('does not end a sentence at a line break', () => {
  expect(findings(length, `Word\n${'word '.repeat(40)}`)).toHaveLength(1);
});

test('counts a code span as one word', () => {
  const span = '`a long code span of words`';
  expect(findings(length, Array(40).fill(span).join(' '))).toEqual([]);
  expect(findings(length, Array(41).fill(span).join(' '))).toHaveLength(1);
});

test('finds a paragraph of more than 120 words', () => {
  expect(findings(length, sentences(11, 11))).toEqual([
    expect.stringMatching(/^1 a paragraph of 121 words/),
  ]);
  expect(findings(length, sentences(12, 10))).toEqual([]);
});
