import type { Hit, QueryResponse, SearchEngine, SearchRecord } from '../types.ts';
import {
  covers,
  highlightResult,
  leavesOf,
  queryWords,
  setPath,
  snippetResult,
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
 * Returns the attributes of a record that `attributesToRetrieve` names; `-name` excludes one
 * (https://www.algolia.com/doc/api-reference/api-parameters/attributesToRetrieve).
 */
function retrieve(record: SearchRecord, patterns: readonly string[]): Nested {
  const included = patterns.filter((pattern) => !pattern.startsWith('-'));
  const excluded = patterns.filter((p) => p.startsWith('-')).map((p) => p.slice(1));
  const result: Nested = {};
  for (const [path, value] of leavesOf(record)) {
    if (!included.some((pattern) => covers(pattern, path))) continue;
    if (!excluded.some((pattern) => covers(pattern, path))) setPath(result, path, value);
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

function toHit(
  hit: Hit,
  response: QueryResponse,
  parameters: Parameters,
  words: readonly string[],
): Nested {
  const { attributesToRetrieve, attributesToHighlight, attributesToSnippet } = parameters;
  return {
    ...retrieve(hit.record, attributesToRetrieve),
    objectID: hit.record.objectID,
    ...(attributesToSnippet.length > 0 && {
      _snippetResult: snippetResult(hit, response, parameters, words),
    }),
    ...(attributesToHighlight.length > 0 && {
      _highlightResult: highlightResult(hit, response, parameters, words),
    }),
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
  const { query, page, hitsPerPage, advancedSyntax, clickAnalytics } = parameters;
  const response = run(source.engine, parameters);
  const words = queryWords(query, advancedSyntax);
  const reachable = Math.min(response.nbHits, limits.reachableHits);
  return {
    hits: response.hits.map((hit) => toHit(hit, response, parameters, words)),
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
