import { isFacet, facetNames } from './facet-names.ts';

export type Counts = Readonly<Record<string, number>>;

/** Facets that a request names; `*` stands for all of them, and names that are no facet count nothing. */
export function requestedFacets(names: readonly string[]): string[] {
  return names.includes('*') ? [...facetNames] : [...new Set(names)].filter(isFacet);
}

/** The values with the largest counts, the largest first; equal ones by name. */
export function largest(counts: Counts, howMany: number): [value: string, count: number][] {
  return Object.entries(counts)
    .sort(([a, most], [b, least]) => least - most || (a < b ? -1 : 1))
    .slice(0, howMany);
}

/**
 * Cuts the counts of each facet to `maxValuesPerFacet`.
 * @returns the counts, and whether none was cut
 */
export function cutCounts(
  facets: Readonly<Record<string, Counts>>,
  maxValuesPerFacet: number,
): { facets: Record<string, Counts>; complete: boolean } {
  const entries = Object.entries(facets);
  return {
    facets: Object.fromEntries(
      entries
        .map(([name, counts]) => [name, largest(counts, maxValuesPerFacet)] as const)
        .filter(([, counts]) => counts.length > 0)
        .map(([name, counts]) => [name, Object.fromEntries(counts)]),
    ),
    complete: entries.every(([, counts]) => Object.keys(counts).length <= maxValuesPerFacet),
  };
}
