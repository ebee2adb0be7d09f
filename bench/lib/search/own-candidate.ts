import { loadIndex } from '@anedya-docs/search';
import { createEndpoint } from '../../../packages/search/src/protocol/index.ts';
import { hitsPerAnswer, type Candidate } from './candidate.ts';

const indexName = 'bench';
const credentials = { applicationId: 'bench', apiKey: 'bench' };
const levels = ['lvl0', 'lvl1', 'lvl2', 'lvl3', 'lvl4', 'lvl5', 'lvl6'];

/** What DocSearch 3.9 sends beside the query: highlights, snippets and filters cost time as well. */
const dialogRequest = {
  indexName,
  attributesToRetrieve: [...levels.map((level) => `hierarchy.${level}`), 'content', 'type', 'url'],
  attributesToSnippet: [...levels.slice(1).map((level) => `hierarchy.${level}:10`), 'content:10'],
  snippetEllipsisText: '…',
  highlightPreTag: '<mark>',
  highlightPostTag: '</mark>',
  hitsPerPage: hitsPerAnswer,
  clickAnalytics: false,
  facetFilters: ['language:en', ['docusaurus_tag:default', 'docusaurus_tag:docs-default-current']],
};

interface DialogAnswer {
  readonly results: readonly { readonly hits: readonly { readonly url: string }[] }[];
}

/**
 * Our engine behind the endpoint, from the JSON of a request to the JSON of its answer.
 * @param json the index, as `buildIndex` writes it
 */
export function loadOwn(json: string): Candidate {
  const endpoint = createEndpoint({
    engine: loadIndex(json),
    indexName,
    credentials,
    now: () => performance.now(),
    newQueryId: () => '',
  });
  return (query) => {
    const body = JSON.stringify({ requests: [{ ...dialogRequest, query }] });
    const answer = endpoint({ path: '/1/indexes/*/queries', credentials, body });
    const text = JSON.stringify(answer.body);
    if (answer.status !== 200) throw new Error(`the endpoint refused "${query}": ${text}`);
    const { results } = answer.body as DialogAnswer;
    return { text, urls: results.flatMap(({ hits }) => hits.map(({ url }) => url)) };
  };
}
