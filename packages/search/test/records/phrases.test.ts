import { expect, it } from 'vitest';
import { withPhrases } from '../../src/records/index.ts';
import { record } from '../support/records.ts';

const records = [
  record({ page: '/docs/limits/', headings: ['Limits'], keywords: 'quotas' }),
  record({ page: '/docs/limits/', headings: ['Limits'], content: 'Each limit has a number.' }),
  record({ page: '/docs/limits/', headings: ['Limits', 'Tokens'], anchor: 'tokens' }),
];

it('adds phrases to the title of a page and to a heading, after those of the page itself', () => {
  const phrases = new Map([
    ['/limits/', 'rate limit'],
    ['/limits/#tokens', 'token lifetime'],
  ]);
  const added = withPhrases(records, phrases, '/docs/');
  expect(added.map(({ keywords }) => keywords)).toEqual([
    'quotas, rate limit',
    null,
    'token lifetime',
  ]);
});

it('rejects phrases of a section that does not exist', () => {
  expect(() => withPhrases(records, new Map([['/limits/#gone', 'old']]), '/docs/')).toThrow(
    'site/search-phrases names pages or sections that do not exist: /docs/limits/#gone',
  );
});
