import type { Facet, FacetFilters, SearchRecord } from '../types.ts';

const values: Readonly<Record<Facet, (record: SearchRecord) => string | null>> = {
  language: ({ language }) => language,
  docusaurus_tag: ({ docusaurus_tag }) => docusaurus_tag,
  version: ({ version }) => version,
  type: ({ type }) => type,
  'hierarchy.lvl0': ({ hierarchy }) => hierarchy.lvl0,
};

function isFacet(name: string): name is Facet {
  return Object.hasOwn(values, name);
}

/** Whether a record matches `attribute:value`. No record has a value for an attribute that is not a facet. */
function matchesFilter(record: SearchRecord, filter: string): boolean {
  const colon = filter.indexOf(':');
  const name = filter.slice(0, Math.max(colon, 0));
  return isFacet(name) && values[name](record) === filter.slice(colon + 1);
}

export function matchesFilters(record: SearchRecord, filters: FacetFilters): boolean {
  return filters.every((filter) =>
    typeof filter === 'string'
      ? matchesFilter(record, filter)
      : filter.length === 0 || filter.some((alternative) => matchesFilter(record, alternative)),
  );
}
