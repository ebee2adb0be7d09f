import type { FacetFilters, SearchEngine } from '../types.ts';
import type { FacetCondition, FacetConditions } from './facet-filters.ts';
import { facetNames, isFacet } from './facet-names.ts';

/** Values each facet has in the whole index. */
export type FacetValues = Readonly<Record<string, readonly string[]>>;

/** Asks an engine once for the values of all facets. */
export function facetValues(engine: SearchEngine): FacetValues {
  const { facets } = engine.search({ query: '', page: 0, hitsPerPage: 0, facets: facetNames });
  return Object.fromEntries(facetNames.map((name) => [name, Object.keys(facets[name] ?? {})]));
}

/**
 * A condition by the values that meet it: the one it names, or all the others. Names of facets are case-sensitive, their
 * values are not (https://www.algolia.com/doc/api-reference/api-parameters/filters).
 */
function allowed({ attribute, value, negated }: FacetCondition, values: FacetValues): string[] {
  const sought = value.toLowerCase();
  return (values[attribute] ?? [])
    .filter((each) => (each.toLowerCase() === sought) !== negated)
    .map((each) => `${attribute}:${each}`);
}

/**
 * Says conditions as the engine takes them. No record has a value for an attribute that is no facet, as at the
 * provider: such a condition never holds, and its negation always does.
 * @returns `none` when no record can meet the conditions
 */
export function engineFilters(
  conditions: FacetConditions,
  values: FacetValues,
): FacetFilters | 'none' {
  const filters: string[][] = [];
  for (const group of conditions) {
    if (group.length === 0) continue;
    if (group.some(({ attribute, negated }) => negated && !isFacet(attribute))) continue;
    const known = group.filter(({ attribute }) => isFacet(attribute));
    const filter = known.flatMap((condition) => allowed(condition, values));
    if (filter.length === 0) return 'none';
    filters.push(filter);
  }
  return filters;
}
