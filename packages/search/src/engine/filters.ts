import type { Facet, FacetFilters, SearchRecord } from '../types.ts';

const values: Readonly<Record<Facet, (record: SearchRecord) => string | null>> = {
  language: ({ language }) => language,
  docusaurus_tag: ({ docusaurus_tag }) => docusaurus_tag,
  version: ({ version }) => version,
  type: ({ type }) => type,
  'hierarchy.lvl0': ({ hierarchy }) => hierarchy.lvl0,
};

const facets = Object.keys(values) as Facet[];

function isFacet(name: string): name is Facet {
  return Object.hasOwn(values, name);
}

/** One `attribute:value`, or `attribute:-value` for anything but it. An attribute that is no facet holds for nothing. */
function holds(record: SearchRecord, filter: string): boolean {
  const colon = filter.indexOf(':');
  const name = filter.slice(0, Math.max(colon, 0));
  const wanted = filter.slice(colon + 1);
  if (!isFacet(name)) return false;
  const value = values[name](record);
  return value === wanted || (wanted.startsWith('-') && value !== wanted.slice(1));
}

export function passes(record: SearchRecord, filters: FacetFilters): boolean {
  return filters.every((filter) =>
    typeof filter === 'string'
      ? holds(record, filter)
      : filter.length === 0 || filter.some((one) => holds(record, one)),
  );
}

/** How many records have each value of each facet asked for; `*` asks for all of them. */
export function facetCounts(
  records: readonly SearchRecord[],
  asked: readonly string[],
): Record<string, Record<string, number>> {
  const names = asked.includes('*') ? facets : asked.filter(isFacet);
  const counted = names.map((name): [string, Record<string, number>] => {
    const counts = new Map<string, number>();
    for (const record of records) {
      const value = values[name](record);
      if (value !== null) counts.set(value, (counts.get(value) ?? 0) + 1);
    }
    return [name, Object.fromEntries([...counts].sort((a, b) => b[1] - a[1]))];
  });
  return Object.fromEntries(counted.filter(([, counts]) => Object.keys(counts).length > 0));
}
