import { algoliasearch } from 'algoliasearch';
import { liteClient } from 'algoliasearch/lite';
import { beforeAll, describe, expect, it } from 'vitest';
import { useApp } from './support/app.ts';
import { listen } from './support/raw-http.ts';
import { indexName, searchOptions } from './support/search-app.ts';

/*
 * The provider's own client, unmodified, over a socket: what it accepts as a response and as an error is the contract.
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
  // The client would retry after an error for too many requests.
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

  it('searches with the parameters of earlier versions', async () => {
    const { results } = await client().search<Record>([
      { indexName, params: { query: 'bind', facetFilters: [['type:lvl1']] } },
    ]);
    expect(results).toMatchObject([{ nbHits: 1, query: 'bind' }]);
  });

  it('sends several queries at once', async () => {
    const { results } = await client().searchForHits<Record>({
      requests: ['bind', 'commands', 'nowhere'].map((query) => ({ indexName, query })),
    });
    expect(results.map(({ query, nbHits }) => [query, nbHits])).toEqual([
      ['bind', 2],
      ['commands', 2],
      ['nowhere', 0],
    ]);
  });

  it('requests a query ID', async () => {
    const { results } = await client().searchForHits({
      requests: [{ indexName, query: 'bind', clickAnalytics: true }],
    });
    expect(results[0]).toHaveProperty('queryID', 'a1b2c3');
  });

  it('reports an unknown index', async () => {
    const response = client().search({ requests: [{ indexName: 'other' }] });
    await expect(response).rejects.toMatchObject({
      name: 'ApiError',
      status: 404,
      message: 'Index other does not exist',
    });
  });

  it('reports a wrong key', async () => {
    const response = client('admin').search({ requests: [{ indexName }] });
    await expect(response).rejects.toMatchObject({
      name: 'ApiError',
      status: 403,
      message: 'Invalid Application-ID or API key',
    });
  });

  it('reports an invalid value and its path', async () => {
    const response = client().search({ requests: [{ indexName, page: -1 }] });
    await expect(response).rejects.toMatchObject({
      name: 'ApiError',
      status: 400,
      message: expect.stringContaining('"requests[0].page"') as string,
    });
  });

  it('reports too many queries', async () => {
    const requests = Array.from({ length: 51 }, () => ({ indexName }));
    await expect(client().search({ requests })).rejects.toMatchObject({
      name: 'ApiError',
      status: 400,
      message: 'Too many queries in multi query request',
    });
  });
});

it('the full client reports an unsupported operation', async () => {
  await expect(full().searchSingleIndex({ indexName })).rejects.toMatchObject({
    name: 'ApiError',
    status: 404,
    message: 'Path not found',
  });
});
