import type { Hit, QueryAnswer, SearchEngine } from '../types.ts';
import { retrieve, type Nested } from './attributes.ts';
import { engineFilters, type FacetValues } from './engine-filters.ts';
import { cutCounts, requestedFacets, type Counts } from './facet-counts.ts';
import { highlightResult, snippetResult } from './marked-attributes.ts';
import { pageFields, pagingOf } from './paging.ts';
import type { Parameters } from './parameters.ts';
import { queryWords } from './query-words.ts';
import type { SearchRequest } from './request.ts';

/** An index that is served. */
export interface Source {
  readonly engine: SearchEngine;
  readonly values: FacetValues;
  /** Milliseconds, from any origin. */
  readonly now: () => number;
  readonly newQueryId: () => string;
}

/** One answer of a search for hits (https://www.algolia.com/doc/rest-api/search/search-single-index). */
export interface SearchResult {
  readonly hits: readonly Nested[];
  readonly nbHits: number;
  readonly page?: number;
  readonly nbPages?: number;
  readonly hitsPerPage?: number;
  readonly offset?: number;
  readonly length?: number;
  readonly facets?: Readonly<Record<string, Counts>>;
  readonly exhaustiveFacetsCount?: boolean;
  readonly exhaustiveNbHits: boolean;
  readonly exhaustiveTypo: boolean;
  readonly exhaustive: Readonly<Record<string, boolean>>;
  readonly query: string;
  readonly params: string;
  readonly index: string;
  readonly queryID?: string;
  readonly renderingContent: Readonly<Record<string, never>>;
  readonly processingTimeMS: number;
}

/** The answer without hits. */
export const nothing: QueryAnswer = { hits: [], nbHits: 0, facets: {}, matches: () => [] };

/** Asks the engine, unless the filters leave no record. */
export function ask(
  { engine, values }: Source,
  parameters: Parameters,
  facets: readonly string[],
): QueryAnswer {
  const facetFilters = engineFilters(parameters.facetFilters, values);
  if (facetFilters === 'none') return nothing;
  return engine.search({
    query: parameters.query,
    ...pagingOf(parameters).query,
    advancedSyntax: parameters.advancedSyntax,
    ...(facetFilters.length > 0 && { facetFilters }),
    ...(facets.length > 0 && { facets }),
  });
}

function present(
  hit: Hit,
  answer: QueryAnswer,
  parameters: Parameters,
  words: readonly string[],
): Nested {
  const { attributesToRetrieve, attributesToHighlight, attributesToSnippet } = parameters;
  return {
    ...retrieve(hit.record, attributesToRetrieve),
    objectID: hit.record.objectID,
    ...(attributesToSnippet.length > 0 && {
      _snippetResult: snippetResult(hit, answer, parameters, words),
    }),
    ...(attributesToHighlight.length > 0 && {
      _highlightResult: highlightResult(hit, answer, parameters, words),
    }),
  };
}

/** Answers one search for hits. */
export function searchResult(request: SearchRequest, source: Source): SearchResult {
  const started = source.now();
  const { parameters } = request;
  const asked = requestedFacets(parameters.facets);
  const answer = ask(source, parameters, asked);
  const { skip, take } = pagingOf(parameters);
  const words = queryWords(parameters.query, parameters.advancedSyntax);
  const hits = answer.hits
    .slice(skip, skip + take)
    .map((hit) => present(hit, answer, parameters, words));
  const counted = cutCounts(answer.facets, parameters.maxValuesPerFacet);
  return {
    hits,
    nbHits: answer.nbHits,
    ...pageFields(parameters, answer.nbHits),
    ...(asked.length > 0 && { facets: counted.facets, exhaustiveFacetsCount: true }),
    exhaustiveNbHits: true,
    exhaustiveTypo: true,
    exhaustive: {
      ...(asked.length > 0 && { facetsCount: true, facetValues: counted.complete }),
      nbHits: true,
      typo: true,
    },
    query: parameters.query,
    params: request.params,
    index: request.indexName,
    ...(parameters.clickAnalytics && { queryID: source.newQueryId() }),
    renderingContent: {},
    processingTimeMS: Math.max(0, Math.round(source.now() - started)),
  };
}
