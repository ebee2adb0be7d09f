import type { Hit, QueryResponse, SearchEngine, SearchRecord } from '../types.ts';
import {
  covers,
  createMarker,
  highlightResult,
  leavesOf,
  remember,
  setLeaf,
  snippetResult,
  type Marker,
  type Nested,
} from './highlight-result.ts';
import { limits } from './limits.ts';
import type { Parameters } from './parameters.ts';

/** One query of a request. */
export interface SearchQuery {
  readonly indexName: string;
  readonly parameters: Parameters;
}

/** The result of one query (https://www.algolia.com/doc/rest-api/search/search-multiple-queries). */
export interface SearchResult {
  readonly hits: readonly Nested[];
  readonly nbHits: number;
  readonly page: number;
  readonly nbPages: number;
  readonly hitsPerPage: number;
  readonly exhaustiveNbHits: boolean;
  readonly query: string;
  readonly index: string;
  readonly queryID?: string;
  readonly processingTimeMS: number;
}

/**
 * Returns whether `attributesToRetrieve` names the attribute at a path; `-name` excludes one
 * (https://www.algolia.com/doc/api-reference/api-parameters/attributesToRetrieve).
 */
function retrievedBy(patterns: readonly string[]): (path: string) => boolean {
  const included = patterns.filter((pattern) => !pattern.startsWith('-'));
  const excluded = patterns.filter((p) => p.startsWith('-')).map((p) => p.slice(1));
  return remember(
    (path) =>
      included.some((pattern) => covers(pattern, path)) &&
      !excluded.some((pattern) => covers(pattern, path)),
  );
}

/** Returns the attributes of a record at the paths that are retrieved. */
function retrieve(record: SearchRecord, isRetrieved: (path: string) => boolean): Nested {
  const result: Nested = {};
  for (const leaf of leavesOf(record)) {
    if (isRetrieved(leaf.path)) setLeaf(result, leaf, leaf.value);
  }
  return result;
}

/** Runs a query. Hits above `limits.reachableHits` are counted but never returned, as at the provider. */
function run(engine: SearchEngine, parameters: Parameters): QueryResponse {
  const { query, page, hitsPerPage, advancedSyntax, facetFilters } = parameters;
  const isReachable = page * hitsPerPage < limits.reachableHits;
  const response = engine.search({
    query,
    ...(isReachable ? { page, hitsPerPage } : { page: 0, hitsPerPage: 0 }),
    advancedSyntax,
    ...(facetFilters.length > 0 && { facetFilters }),
  });
  return { ...response, hits: response.hits.slice(0, limits.reachableHits - page * hitsPerPage) };
}

function toHit(hit: Hit, isRetrieved: (path: string) => boolean, marker: Marker): Nested {
  const { attributesToHighlight, attributesToSnippet } = marker.parameters;
  return {
    ...retrieve(hit.record, isRetrieved),
    objectID: hit.record.objectID,
    ...(attributesToSnippet.length > 0 && { _snippetResult: snippetResult(hit, marker) }),
    ...(attributesToHighlight.length > 0 && { _highlightResult: highlightResult(hit, marker) }),
  };
}

/**
 * Runs a query and formats its result.
 * @param source engine, clock in milliseconds, and source of query IDs
 */
export function searchResult(
  { indexName, parameters }: SearchQuery,
  source: {
    readonly engine: SearchEngine;
    readonly now: () => number;
    readonly newQueryId: () => string;
  },
): SearchResult {
  const startTime = source.now();
  const { query, page, hitsPerPage, clickAnalytics } = parameters;
  const response = run(source.engine, parameters);
  const isRetrieved = retrievedBy(parameters.attributesToRetrieve);
  const marker = createMarker(response, parameters);
  const reachable = Math.min(response.nbHits, limits.reachableHits);
  return {
    hits: response.hits.map((hit) => toHit(hit, isRetrieved, marker)),
    nbHits: response.nbHits,
    page,
    nbPages: hitsPerPage === 0 ? 0 : Math.ceil(reachable / hitsPerPage),
    hitsPerPage,
    exhaustiveNbHits: true,
    query,
    index: indexName,
    ...(clickAnalytics && { queryID: source.newQueryId() }),
    processingTimeMS: Math.max(0, Math.round(source.now() - startTime)),
  };
}
