import { expect, test } from 'vitest';
import { summary } from './rules/summary.ts';
import { findings, sampleDocument } from './sample.ts';

const long = `\n\n## First\n\n${Array(1900).fill('word').join(' ')}\n`;

test('finds a long page without a summary', () => {
  expect(findings(summary, `A paragraph.${long}`)).toEqual([
    expect.stringMatching(/words: put "In short:" and a list before the first heading$/),
  ]);
});

test.each([
  'In short: it works.',
  'What you will be able to do:\n\n- This.',
  '- Only a list.',
  ':::summary\nIt works.\n:::',
  ':::note[In short]\nIt works.\n:::',
])('passes a long page that begins with %j', (start) => {
  expect(findings(summary, start + long)).toEqual([]);
});

test('does not treat a later list as a summary', () => {
  expect(findings(summary, `A paragraph.${long}\n- A list.\n`)).toHaveLength(1);
});

test('passes a short page, one whose words are code, and an API document', () => {
  expect(findings(summary, 'A paragraph.')).toEqual([]);
  expect(findings(summary, `A.\n\n\`\`\`text\n${'word '.repeat(1900)}\n\`\`\``)).toEqual([]);
  expect(summary(sampleDocument('word '.repeat(1900)))).toEqual([]);
});
