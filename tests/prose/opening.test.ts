import { expect, test } from 'vitest';
import { pageOf } from './read-pages.ts';
import { opening } from './rules/opening.ts';
import { findings, sampleDocument } from './sample.ts';

test('finds a page that starts with a heading', () => {
  expect(findings(opening, '## First\n\nText.')).toEqual([
    expect.stringContaining('begin with a paragraph'),
  ]);
});

test('finds a first paragraph of three sentences', () => {
  expect(findings(opening, '\nOne. Two. Three.\n\n## First')).toEqual([
    expect.stringMatching(/^2 3 sentences in the first paragraph/),
  ]);
});

test.each(['---\ntitle: A\n---\n', '---\ntitle: A\ndescription: ""\n---\n'])(
  'finds the missing description in %j',
  (frontMatter) => {
    const found = opening(pageOf('x.mdx', `${frontMatter}\nText.\n`));
    expect(found.map(({ message }) => message)).toEqual([
      expect.stringContaining('give the front matter a description'),
    ]);
  },
);

test.each([
  'One.\n\n## First',
  'One. Two.',
  "import X from 'x';\n\nOne `code.` Two.\n\nThree. Four. Five.\n\n## First",
])('passes %j', (body) => {
  expect(findings(opening, body)).toEqual([]);
});

test('skips API documents', () => {
  expect(opening(sampleDocument('One. Two. Three.'))).toEqual([]);
});
