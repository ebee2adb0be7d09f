import type { InjectOptions } from 'fastify';
import { describe, expect, it } from 'vitest';
import type { SearchEngine } from '@anedya-docs/search';
import { useApp } from '../support/app.ts';
import { one, post, queriesUrl, searchOptions } from '../support/search-app.ts';

const secret = 'hunter2secret';
const address = '203.0.113.77';
const otherKey = queriesUrl.replace('search-only', secret);

const requests: readonly [string, InjectOptions][] = [
  ['a query', post(one({ query: secret }))],
  ['a wrong key in the query string', post(one({ query: 'node' }), otherKey)],
  [
    'a wrong key in a header',
    { ...post(one({}), '/1/indexes/*/queries'), headers: { 'x-algolia-api-key': secret } },
  ],
  ['another index', post({ requests: [{ indexName: secret }] })],
  ['a wrong value', post(one({ [secret]: secret }))],
  ['a body that is no JSON', post(`${secret}{`)],
  ['a body that is too large', post(secret.repeat(10_000))],
  ['a body that is cut', { ...post(secret), headers: { 'content-length': '1000' } }],
  ['a preflight', { method: 'OPTIONS', url: otherKey, headers: { origin: secret } }],
];

describe('log lines', () => {
  const harness = useApp(searchOptions());

  it.each(requests)('hold nothing of %s', async (_case, request) => {
    const from = harness.lines.length;
    await harness.app.inject({ remoteAddress: address, ...request });
    const written = harness.lines.slice(from).join('');
    expect(written).toContain('/1/indexes/*/queries');
    expect(written).not.toContain(secret);
    expect(written).not.toContain('search-only');
    expect(written).not.toContain(address);
  });
});

describe('an engine that fails', () => {
  const engine: SearchEngine = {
    records: [],
    search: ({ query }) => {
      if (query !== '') throw new RangeError(`cannot search for ${query}`);
      return { hits: [], nbHits: 0, matches: () => [] };
    },
  };
  const harness = useApp({ search: { engine } });

  it('is logged with error name and stack frames, without the query', async () => {
    const response = await harness.app.inject(post(one({ query: secret })));
    expect(response.statusCode).toBe(500);
    expect(response.json()).toEqual({ message: 'Internal error', status: 500 });
    const written = harness.lines.join('');
    expect(written).toContain('RangeError');
    expect(written).toContain('logging.test.ts');
    expect(written).not.toContain(secret);
  });
});
