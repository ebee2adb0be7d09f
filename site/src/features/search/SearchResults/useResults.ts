import { useDeferredValue, useEffect, useMemo, useState } from 'react';
import {
  useAlgoliaContextualFacetFilters,
  useAlgoliaThemeConfig,
} from '@docusaurus/theme-search-algolia/client';
import { createSearchClient, type SearchClient } from '../client';
import { pageRequest, type ToRequest } from '../requests';

interface Marked {
  readonly value: string;
}

type MarkedLevels = Readonly<Record<string, Marked>>;

/** A hit. All its texts are HTML, and those of `_highlightResult` and `_snippetResult` have marks (`safe-hits.ts`). */
export interface SearchHit {
  readonly objectID: string;
  readonly url: string;
  readonly hierarchy: Readonly<Record<string, string | null>>;
  /** In the dialog: `lvl1` to `lvl6` or `content`. */
  readonly type?: string;
  /** In the dialog. */
  readonly content?: string | null;
  readonly _highlightResult?: { readonly hierarchy?: MarkedLevels };
  readonly _snippetResult?: { readonly hierarchy?: MarkedLevels; readonly content?: Marked };
}

interface ResultPage {
  readonly hits: readonly SearchHit[];
  readonly nbHits: number;
  readonly nbPages: number;
}

interface Options {
  readonly client: SearchClient;
  readonly indexName: string;
  readonly facetFilters: unknown;
  readonly toRequest: ToRequest;
}

/** Words per snippet: fewer on narrow screens (docs/behavior.md, section 9). */
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
  { client, indexName, facetFilters, toRequest }: Options,
): Promise<ResultPage> {
  const { results } = await client.search({
    requests: [
      {
        ...toRequest({ query, page, snippetWords: snippetWordsOf(window) }),
        indexName,
        facetFilters: facetFilters as string[],
      },
    ],
  });
  const [result] = results;
  if (!result || !('hits' in result)) throw new Error('the search response has no hits');
  const { nbHits = 0, nbPages = 0 } = result;
  return { hits: result.hits as readonly SearchHit[], nbHits, nbPages };
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
  readonly hits: readonly SearchHit[];
  readonly nbHits: number;
  readonly hasMore: boolean;
}

export interface Results {
  readonly status: 'idle' | 'searching' | 'found' | 'failed';
  /** The query whose search ended last, with the hits below or without any; empty before the first search has ended. */
  readonly lastQuery: string;
  /** True if the last search has failed. */
  readonly hasFailed: boolean;
  readonly hits: readonly SearchHit[];
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

/** The last results of the page and of the dialog: the way back to the page ends where the reader left. */
const kept = new Map<ToRequest, { readonly filters: string; readonly state: SearchState }>();

function keptResults(toRequest: ToRequest, query: string, filters: string): SearchState {
  const last = kept.get(toRequest);
  const isSame = last?.state.request.query === query && last.filters === filters;
  return isSame ? last.state : initialState;
}

function statusOf(query: string, wanted: ResultsRequest, state: SearchState): Results['status'] {
  if (query.trim() === '') return 'idle';
  if (wanted.query !== query || state.request !== wanted) return 'searching';
  return state.hasFailed ? 'failed' : 'found';
}

/**
 * Results of a query, page by page. Those of the last query stay until there are new ones; responses to earlier queries are
 * ignored. While the page is busy, as with fast typing on a slow machine, only the last query is sent.
 * @param toRequest must be the same function in each render
 */
export default function useResults(query: string, toRequest: ToRequest = pageRequest): Results {
  const { algolia } = useAlgoliaThemeConfig();
  const { appId, apiKey, indexName } = algolia;
  const filters = JSON.stringify(useAlgoliaContextualFacetFilters());
  const client = useMemo(() => createSearchClient(appId, apiKey), [appId, apiKey]);
  const isEmpty = query.trim() === '';
  const deferred = useDeferredValue(query);
  const next = isEmpty ? query : deferred;
  const [initial] = useState(() => keptResults(toRequest, next, filters));
  const [state, setState] = useState(initial);
  const [wanted, setWanted] = useState<ResultsRequest>(
    initial === initialState ? { query: next, page: 0 } : initial.request,
  );

  if (wanted.query !== next) {
    setWanted({ query: next, page: 0 });
    if (isEmpty) setState(initialState);
  }

  useEffect(() => {
    if (wanted.query.trim() === '' || wanted === initial.request) return undefined;
    let isCurrent = true;
    const options = {
      client,
      indexName,
      facetFilters: JSON.parse(filters) as unknown,
      toRequest,
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
  }, [client, filters, indexName, initial, toRequest, wanted]);

  useEffect(() => {
    if (!state.hasFailed) kept.set(toRequest, { filters, state });
  }, [filters, state, toRequest]);

  const status = statusOf(query, wanted, state);
  const { hits, nbHits, hasMore, hasFailed, request } = state;
  const showMore = () => setWanted({ ...wanted, page: wanted.page + (hasFailed ? 0 : 1) });
  return { status, lastQuery: request.query, hasFailed, hits, nbHits, hasMore, showMore };
}
