import { expect, it } from 'vitest';
import { createEngine } from '../../src/engine/engine.ts';
import { record } from '../support/records.ts';

const conventions = { page: '/conventions/', rank: 3 };
const engine = createEngine([
  record({
    ...conventions,
    headings: ['Conventions', 'Reason codes', 'node::nodenotfound'],
    content: 'node::nodenotfound The node is unknown.',
    anchor: 'code-node-nodenotfound',
  }),
  record({
    ...conventions,
    headings: ['Conventions', 'Error codes', '4040'],
    content: '4040 Unknown variable identifier.',
    anchor: 'code-4040',
  }),
  record({
    ...conventions,
    headings: ['Conventions', 'Error codes', '0'],
    content: '0 Success.',
    anchor: 'code-0',
  }),
  ...['a', 'b', 'c'].flatMap((operation) =>
    ['reasonCode', 'errorcode'].map((field) =>
      record({
        page: `/${operation}/`,
        headings: ['Operation', 'Errors', field],
        content: `${field} Code of the error.`,
      }),
    ),
  ),
  record({
    page: '/node-delete/',
    headings: ['Operation', 'Errors', 'reasonCode'],
    content: 'reasonCode Code of the error. Example: node::nodenotfound.',
  }),
  record({
    page: '/submit/',
    headings: ['Operation', 'Errors', 'errorcode'],
    content: 'errorcode Code of the error. Example: 4040.',
  }),
  record({ page: '/qos/', headings: ['QoS'], content: 'Publish with QoS 0.' }),
]);
const urls = (query: string) =>
  engine.search({ query, page: 0, hitsPerPage: 9 }).hits.map(({ record: { url } }) => url);

it.each([
  ['error node::nodenotfound', '/conventions/#code-node-nodenotfound'],
  ['"reasonCode": "node::nodenotfound"', '/conventions/#code-node-nodenotfound'],
  ['errorcode 4040', '/conventions/#code-4040'],
  ['"errorcode":4040,', '/conventions/#code-4040'],
])('leads to the entry of the error code in %s', (query, url) => {
  expect(urls(query)[0]).toBe(url);
});

it('takes no short number for a code', () => {
  expect(urls('qos 0')).toEqual(['/qos/']);
});
