import { algoliasearch } from 'algoliasearch';
import { liteClient } from 'algoliasearch/lite';
import { beforeAll, describe, expect, it } from 'vitest';
import { useApp } from './support/app.ts';
import { listen } from './support/raw-http.ts';
import { indexName, searchOptions } from './support/search-app.ts';

/*
 * The provider's own client, unmodified, over a socket: what it takes for an answer and for an error is the contract.
 */

const harness = useApp(searchOptions());
let port = 0;
beforeAll(async () => {
  port = await listen(harness.app);
});

interface Record {
  readonly url: string;
  readonly hierarchy: { readonly lvl1: string };
}

const options = (at = port) => ({
  hosts: [{ url: '127.0.0.1', port: at, accept: 'readWrite', protocol: 'http' } as const],
  // A refusal for too many requests would be tried again after a wait.
  maxRateLimitRetries: 0,
});
const lite = (apiKey = 'search-only') => liteClient('self-hosted', apiKey, options());
const full = (apiKey = 'search-only') => algoliasearch('self-hosted', apiKey, options());

describe.each([
  ['lite', lite],
  ['full', full],
])('the %s client', (_name, client) => {
  it('searches', async () => {
    const { results } = await client().search<Record>({
      requests: [{ indexName, query: 'bind', hitsPerPage: 1 }],
    });
    expect(results).toMatchObject([
      { nbHits: 2, nbPages: 2, hits: [{ url: '/device/api/binddevice/', objectID: 'r6' }] },
    ]);
  });

  it('searches in the form of its earlier versions', async () => {
    const { results } = await client().search<Record>([
      { indexName, params: { query: 'bind', facetFilters: [['type:lvl1']] } },
    ]);
    expect(results).toMatchObject([{ nbHits: 1, query: 'bind' }]);
  });

  it('sends several queries at once', async () => {
    const { results } = await client().searchForHits<Record>({
      requests: ['bind', 'commands', 'nowhere'].map((query) => ({ indexName, query })),
      strategy: 'none',
    });
    expect(results.map(({ query, nbHits }) => [query, nbHits])).toEqual([
      ['bind', 2],
      ['commands', 2],
      ['nowhere', 0],
    ]);
  });

  it('finds values of a facet', async () => {
    const request = { indexName, facet: 'hierarchy.lvl0', facetQuery: 'dev' };
    const answer = await client().search({ requests: [{ ...request, type: 'facet' }] });
    expect(answer.results).toMatchObject([
      { facetHits: [{ value: 'Device API', highlighted: '<em>Dev</em>ice API', count: 2 }] },
    ]);
  });

  it('asks for a query id', async () => {
    const { results } = await client().searchForHits({
      requests: [{ indexName, query: 'bind', clickAnalytics: true }],
    });
    expect(results[0]).toHaveProperty('queryID', 'a1b2c3');
  });

  it('tells of an index that does not exist', async () => {
    const answer = client().search({ requests: [{ indexName: 'other' }] });
    await expect(answer).rejects.toMatchObject({
      name: 'ApiError',
      status: 404,
      message: 'Index other does not exist',
    });
  });

  it('tells of a wrong key', async () => {
    const answer = client('admin').search({ requests: [{ indexName }] });
    await expect(answer).rejects.toMatchObject({
      name: 'ApiError',
      status: 403,
      message: 'Invalid Application-ID or API key',
    });
  });

  it('tells of a wrong value and its place', async () => {
    const answer = client().search({ requests: [{ indexName, page: -1 }] });
    await expect(answer).rejects.toMatchObject({
      name: 'ApiError',
      status: 400,
      message: expect.stringContaining('"requests[0].page"') as string,
    });
  });

  it('tells of too many queries', async () => {
    const requests = Array.from({ length: 51 }, () => ({ indexName }));
    await expect(client().search({ requests })).rejects.toMatchObject({
      name: 'ApiError',
      status: 400,
      message: 'Too many queries in multi query request',
    });
  });
});

describe('the full client', () => {
  it('searches one index', async () => {
    const answer = await full().searchSingleIndex<Record>({
      indexName,
      searchParams: { query: 'bind', attributesToRetrieve: ['hierarchy.lvl1'] },
    });
    expect(answer).toMatchObject({
      nbHits: 2,
      hits: [{ hierarchy: { lvl1: 'Bind a device' } }, {}],
    });
  });

  it('searches one index with parameters as a string', async () => {
    const answer = await full().searchSingleIndex<Record>({
      indexName,
      searchParams: { params: 'query=bind&hitsPerPage=1' },
    });
    expect(answer).toMatchObject({ nbHits: 2, hitsPerPage: 1 });
  });

  it('tells of a call that is not served', async () => {
    await expect(full().browse({ indexName })).rejects.toMatchObject({
      name: 'ApiError',
      status: 404,
      message: 'Path not found',
    });
  });
});
