import { format } from 'prettier';
import { describe, expect, it } from 'vitest';
import { useApp } from './support/app.ts';
import { contextualFilters, docSearchRequest } from './support/docsearch-request.ts';
import { recordedClient, type Exchange } from './support/recorded-client.ts';
import { indexName, searchOptions } from './support/search-app.ts';

const harness = useApp(searchOptions());
/** Exchanges as the repository formats its files. */
const asFile = (exchanges: readonly Exchange[]) =>
  format(JSON.stringify(exchanges, null, 2), { parser: 'json', printWidth: 100 });

describe('request and response of', () => {
  it('the dialog of DocSearch', async () => {
    const { client, exchanges } = recordedClient(harness.app);
    const request = { ...docSearchRequest('node', indexName), facetFilters: contextualFilters };
    await client.search({ requests: [request] } as never);
    await expect(await asFile(exchanges)).toMatchFileSnapshot('golden/docsearch-dialog.json');
  });

  it("this site's search page", async () => {
    const { client, exchanges } = recordedClient(harness.app);
    // As in site/src/features/search/requests.ts.
    const request = {
      indexName,
      query: 'node "a device" -changelog',
      page: 0,
      hitsPerPage: 20,
      facetFilters: contextualFilters,
      attributesToRetrieve: ['hierarchy', 'url'],
      attributesToHighlight: ['hierarchy'],
      attributesToSnippet: ['content:25'],
      snippetEllipsisText: '…',
      highlightPreTag: '<mark>',
      highlightPostTag: '</mark>',
      advancedSyntax: true,
    };
    await client.search({ requests: [request] });
    await expect(await asFile(exchanges)).toMatchFileSnapshot('golden/site-search-page.json');
  });
});

it('a hit has every field that DocSearch and the search page read', async () => {
  const { client, exchanges } = recordedClient(harness.app);
  const request = {
    ...docSearchRequest('node device', indexName),
    facetFilters: contextualFilters,
  };
  await client.search({ requests: [request] } as never);
  const { results } = exchanges[0]?.response.body as {
    results: { hits: object[]; nbHits: number }[];
  };
  expect(results[0]?.nbHits).toBeGreaterThan(0);
  for (const hit of results[0]?.hits ?? []) {
    expect(hit).toMatchObject({
      objectID: expect.any(String) as string,
      type: expect.stringMatching(/^(?:lvl[1-6]|content)$/) as string,
      url: expect.any(String) as string,
      hierarchy: { lvl0: expect.any(String) as string, lvl1: expect.any(String) as string },
      _highlightResult: { hierarchy: { lvl0: { value: expect.any(String) as string } } },
      _snippetResult: { hierarchy: { lvl1: { value: expect.any(String) as string } } },
    });
    expect(
      JSON.stringify(Object.entries(hit).filter(([name]) => name.startsWith('_'))),
    ).not.toContain('null');
  }
});
