import { loadIndex, type SearchEngine } from '@anedya-docs/search';
import { createEndpoint } from '../../../packages/search/src/protocol/index.ts';
import { hitsPerResponse, type Candidate } from './candidate.ts';

const indexName = 'bench';
const credentials = { applicationId: 'bench', apiKey: 'bench' };
const levels = ['lvl0', 'lvl1', 'lvl2', 'lvl3', 'lvl4', 'lvl5', 'lvl6'];

/** What DocSearch 3.9 sends in addition to the query: highlights, snippets and filters also take time. */
const dialogRequest = {
  indexName,
  attributesToRetrieve: [...levels.map((level) => `hierarchy.${level}`), 'content', 'type', 'url'],
  attributesToSnippet: [...levels.slice(1).map((level) => `hierarchy.${level}:10`), 'content:10'],
  snippetEllipsisText: '…',
  highlightPreTag: '<mark>',
  highlightPostTag: '</mark>',
  hitsPerPage: hitsPerResponse,
  clickAnalytics: false,
  facetFilters: ['language:en', ['docusaurus_tag:default', 'docusaurus_tag:docs-default-current']],
};

interface DialogResponse {
  readonly results: readonly { readonly hits: readonly { readonly url: string }[] }[];
}

/**
 * Loads our engine with its endpoint, from the JSON of a request to the JSON of its response.
 * @param json the index from `buildIndex`
 */
export function loadOwn(json: string): Candidate {
  return behindEndpoint(loadIndex(json));
}

/** Puts an engine behind our endpoint. */
export function behindEndpoint(engine: SearchEngine): Candidate {
  const endpoint = createEndpoint({
    engine,
    indexName,
    credentials,
    now: () => performance.now(),
    newQueryId: () => '',
  });
  return (query) => {
    const body = JSON.stringify({ requests: [{ ...dialogRequest, query }] });
    const response = endpoint({ path: '/1/indexes/*/queries', credentials, body });
    const text = JSON.stringify(response.body);
    if (response.status !== 200) throw new Error(`the endpoint rejected "${query}": ${text}`);
    const { results } = response.body as DialogResponse;
    return { text, urls: results.flatMap(({ hits }) => hits.map(({ url }) => url)) };
  };
}
