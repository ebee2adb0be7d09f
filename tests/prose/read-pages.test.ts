import { expect, test } from 'vitest';
import { textsFileOf } from './read-pages.ts';
import { sample, linesBefore } from './sample.ts';
import { blocksOf } from './text/blocks.ts';

const show = (page: ReturnType<typeof sample>) =>
  blocksOf(page).map(({ kind, text, lineAt }) => `${lineAt(text.length)} ${kind} ${text}`);

test('a page consists of title, description and body', () => {
  const body =
    '## A `b`\n\nOne\ntwo <Operation id="x" /> three.\n\n:::note[Label]\n| a | b |\n|---|---|\n:::';
  expect(show(sample(body))).toEqual([
    '2 heading A page',
    '3 paragraph See how a rule works.',
    `${linesBefore + 1} heading A ℵ`,
    `${linesBefore + 4} paragraph One\ntwo ℵ three.`,
    `${linesBefore + 6} paragraph Label`,
    `${linesBefore + 7} cell a`,
    `${linesBefore + 7} cell b`,
  ]);
});

test('a comment is not text, and an expression counts as a word', () => {
  expect(blocksOf(sample('One {/* just */}two {name}.')).at(-1)?.text).toBe('One two ℵ.');
});

test('an API document is its texts, and neither its values nor its names', () => {
  const source = [
    'info:',
    '  description: |-',
    '    First.',
    '',
    '    Second.',
    'x-reason-codes:',
    "  'a::b': { meaning: It failed., cause: Because., remedy: Repeat. }",
    'components:',
    '  schemas:',
    '    X:',
    '      properties:',
    '        description: { type: string, description: A field., example: No text. }',
    '      examples: [{ description: No text. }]',
    '      x-traps:',
    '        - A trap.',
    '    Y:',
    '      examples: { default: { summary: An example, value: { description: No text. } } }',
  ].join('\n');
  expect(show(textsFileOf('x.yaml', source))).toEqual([
    '3 paragraph First.',
    '5 paragraph Second.',
    '7 paragraph It failed.',
    '7 paragraph Because.',
    '7 paragraph Repeat.',
    '12 paragraph A field.',
    '15 paragraph A trap.',
    '17 paragraph An example',
  ]);
});
