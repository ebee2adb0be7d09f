import { useEffect, useMemo, useState } from 'react';
import {
  useAlgoliaContextualFacetFilters,
  useAlgoliaThemeConfig,
} from '@docusaurus/theme-search-algolia/client';
import { createSearchClient, type SearchClient } from '../client';

/** Specification, section 9: results per page. */
const hitsPerPage = 20;

interface Marked {
  readonly value: string;
}

/** A hit on the search page; the texts are HTML with marks. */
export interface PageHit {
  readonly objectID: string;
  readonly url: string;
  readonly hierarchy: Readonly<Record<string, string | null>>;
  readonly _highlightResult?: { readonly hierarchy?: Readonly<Record<string, Marked>> };
  readonly _snippetResult?: { readonly content?: Marked };
}

interface ResultPage {
  readonly hits: readonly PageHit[];
  readonly nbHits: number;
  readonly nbPages: number;
}

interface Options {
  readonly client: SearchClient;
  readonly indexName: string;
  readonly facetFilters: unknown;
  /** Length of the text of a hit. */
  readonly snippetWords: number;
}

/** Words per snippet: fewer on narrow screens (specification, section 9). */
function snippetWordsOf(screen: Pick<Window, 'matchMedia'>): number {
  return screen.matchMedia('(max-width: 768px)').matches ? 5 : 10;
}

/**
 * Fetches one page of results.
 * @param page counted from 0
 * @throws the error of the client when no host responds
 */
async function searchPage(
  query: string,
  page: number,
  { client, indexName, facetFilters, snippetWords }: Options,
): Promise<ResultPage> {
  const { results } = await client.search({
    requests: [
      {
        indexName,
        query,
        page,
        hitsPerPage,
        facetFilters: facetFilters as string[],
        attributesToRetrieve: ['hierarchy', 'url'],
        attributesToHighlight: ['hierarchy'],
        attributesToSnippet: [`content:${snippetWords}`],
        snippetEllipsisText: '…',
        highlightPreTag: '<mark>',
        highlightPostTag: '</mark>',
        advancedSyntax: true,
      },
    ],
  });
  const [result] = results;
  if (!result || !('hits' in result)) throw new Error('the search response has no hits');
  const { nbHits = 0, nbPages = 0 } = result;
  return { hits: result.hits as readonly PageHit[], nbHits, nbPages };
}

interface ResultsRequest {
  readonly query: string;
  /** Last page to show, counted from 0. */
  readonly page: number;
}

interface SearchState {
  /** The request that has ended. */
  readonly request: ResultsRequest;
  readonly hasFailed: boolean;
  readonly hits: readonly PageHit[];
  readonly nbHits: number;
  readonly hasMore: boolean;
}

export interface Results {
  readonly status: 'idle' | 'searching' | 'found' | 'failed';
  readonly hits: readonly PageHit[];
  readonly nbHits: number;
  readonly hasMore: boolean;
  readonly showMore: () => void;
}

const initialState: SearchState = {
  request: { query: '', page: 0 },
  hasFailed: false,
  hits: [],
  nbHits: 0,
  hasMore: false,
};

function statusOf(wanted: ResultsRequest, state: SearchState): Results['status'] {
  if (wanted.query.trim() === '') return 'idle';
  if (state.request !== wanted) return 'searching';
  return state.hasFailed ? 'failed' : 'found';
}

/** Results of a query, page by page. A new query resets them; responses to earlier queries are ignored. */
export default function useResults(query: string): Results {
  const { algolia } = useAlgoliaThemeConfig();
  const { appId, apiKey, indexName } = algolia;
  const filters = JSON.stringify(useAlgoliaContextualFacetFilters());
  const client = useMemo(() => createSearchClient(appId, apiKey), [appId, apiKey]);
  const [wanted, setWanted] = useState<ResultsRequest>({ query, page: 0 });
  const [state, setState] = useState(initialState);

  if (wanted.query !== query) setWanted({ query, page: 0 });

  useEffect(() => {
    if (wanted.query.trim() === '') return undefined;
    let isCurrent = true;
    const options = {
      client,
      indexName,
      facetFilters: JSON.parse(filters) as unknown,
      snippetWords: snippetWordsOf(window),
    };
    searchPage(wanted.query, wanted.page, options).then(
      ({ hits, nbHits, nbPages }) => {
        if (!isCurrent) return;
        setState((before) => ({
          request: wanted,
          hasFailed: false,
          hits: wanted.page === 0 ? hits : [...before.hits, ...hits],
          nbHits,
          hasMore: wanted.page + 1 < nbPages,
        }));
      },
      () => {
        if (!isCurrent) return;
        setState((before) => ({
          ...(wanted.page === 0 ? initialState : before),
          request: wanted,
          hasFailed: true,
        }));
      },
    );
    return () => {
      isCurrent = false;
    };
  }, [client, filters, indexName, wanted]);

  const status = statusOf(wanted, state);
  const { hits, nbHits, hasMore } = status === 'idle' ? initialState : state;
  const showMore = () => setWanted({ ...wanted, page: wanted.page + (state.hasFailed ? 0 : 1) });
  return { status, hits, nbHits, hasMore, showMore };
}
