import { describe, expect, test } from 'vitest';
import { pageOf, textsFileOf } from './read-pages.ts';
import { headings } from './rules/headings.ts';
import { findings } from './sample.ts';

describe('sentence case', () => {
  test.each([
    ['## Value Store', '1 "Value Store": write "store" in lower case'],
    ['## Use the API KEY', '1 "Use the API KEY": write "key" in lower case'],
    ['## value store', '1 "value store": begin with a capital letter'],
  ])('finds the letter in %j', (body, start) => {
    const found = findings(headings, body);
    expect(found).toHaveLength(1);
    expect(found[0]?.startsWith(start)).toBe(true);
  });

  test.each([
    '## Value store',
    '## Submit data over MQTT and HTTPS',
    '## A board: the Raspberry Pi',
    '## 1. Send the command',
    '## Example: One policy',
    '## `reqId` and `commandId`',
    '## Node.js',
    '## Time units {#time-units}',
    'A Paragraph In Title Case',
  ])('passes %j', (body) => {
    expect(findings(headings, body)).toEqual([]);
  });
});

describe('punctuation at the end', () => {
  test.each(['## Limits:', '## Why not?', '## Limits.'])('is found in %j', (body) => {
    expect(findings(headings, body)).toEqual([expect.stringContaining('leave out the mark')]);
  });
});

describe('levels', () => {
  test('may not be skipped', () => {
    expect(findings(headings, '## A\n\n#### B')).toEqual(['3 level 4 after level 2: use ###']);
    expect(findings(headings, '### A')).toEqual(['1 level 3 after level 1: use ##']);
  });

  test('may go back by any number', () => {
    expect(findings(headings, '## A\n\n### B\n\n#### C\n\n## D')).toEqual([]);
  });

  test('have one title', () => {
    expect(findings(headings, '# A second title')).toEqual([
      '1 one heading of level 1 a page: use ##',
    ]);
    expect(headings(pageOf('x.mdx', '# The title\n\n## A\n'))).toEqual([]);
    expect(headings(pageOf('x.mdx', '# One\n\n# Two\n')).map(({ line }) => line)).toEqual([3]);
    expect(headings(pageOf('x.mdx', 'No title.\n')).map(({ message }) => message)).toEqual([
      'give the page a title in its front matter',
    ]);
  });
});

test('the title of the front matter is a heading', () => {
  const found = headings(pageOf('x.mdx', '---\ndescription: x\ntitle: Value Store\n---\n'));
  expect(found.map(({ line }) => line)).toEqual([3]);
});

test('titles, tags and operations of an API document are headings, other summaries are not', () => {
  const source = [
    'info:',
    '  title: The Title',
    '  summary: A sentence.',
    'tags:',
    '  - name: Value Store',
    'paths:',
    '  /x:',
    '    post:',
    '      operationId: x',
    '      summary: Get the Value',
    '      example: { summary: Not Read }',
  ].join('\n');
  expect(headings(textsFileOf('x.yaml', source)).map(({ line }) => line)).toEqual([2, 5, 10]);
});
