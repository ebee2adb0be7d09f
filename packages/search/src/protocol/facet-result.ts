import { highlight } from '../highlight/highlight.ts';
import { protocolErrors } from './errors.ts';
import { largest } from './facet-counts.ts';
import { isFacet } from './facet-names.ts';
import { ask, type Source } from './search-result.ts';
import type { SearchRequest } from './request.ts';

/** One value of a facet that a search among its values found. */
export interface FacetHit {
  readonly value: string;
  readonly highlighted: string;
  readonly count: number;
}

export interface FacetResult {
  readonly facetHits: readonly FacetHit[];
  readonly exhaustiveFacetsCount: boolean;
  readonly processingTimeMS: number;
}

/** Where the sought text stands in a value, at the start of a word; case does not matter. */
function find(value: string, sought: string): number {
  const text = value.toLowerCase();
  let at = text.indexOf(sought);
  while (at > 0 && /[\p{L}\p{N}]/u.test(text.charAt(at - 1))) at = text.indexOf(sought, at + 1);
  return at;
}

/**
 * Answers a request with `type: 'facet'`: values of one facet, among the hits of the query and the filters, that hold
 * `facetQuery` (https://www.algolia.com/doc/rest-api/search/search-for-facet-values).
 */
export function facetResult(request: SearchRequest, facet: string, source: Source): FacetResult {
  const started = source.now();
  const { facetQuery, maxFacetHits, highlightPreTag, highlightPostTag } = request.parameters;
  if (!isFacet(facet)) throw protocolErrors.badValue('facet', 'an attribute for faceting');
  const answer = ask(source, { ...request.parameters, page: 0, hitsPerPage: 0 }, [facet]);
  const sought = facetQuery.trim().toLowerCase();
  const counts = Object.entries(answer.facets[facet] ?? {});
  const found = counts.filter(([value]) => find(value, sought) >= 0);
  const facetHits = largest(Object.fromEntries(found), maxFacetHits).map(([value, count]) => {
    const start = find(value, sought);
    const ranges = sought === '' ? [] : [{ start, end: start + sought.length }];
    const tags = { preTag: highlightPreTag, postTag: highlightPostTag };
    return { value, highlighted: highlight(value, ranges, tags), count };
  });
  return {
    facetHits,
    exhaustiveFacetsCount: true,
    processingTimeMS: Math.max(0, Math.round(source.now() - started)),
  };
}
