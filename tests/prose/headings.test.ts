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
