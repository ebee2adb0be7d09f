import type { Facet } from '../types.ts';

/** Attributes that can be filtered on and counted; every facet of the agreed interface stands here once. */
const places = {
  language: 0,
  docusaurus_tag: 1,
  version: 2,
  type: 3,
  'hierarchy.lvl0': 4,
} satisfies Record<Facet, number>;

export const facetNames = Object.keys(places) as Facet[];

export const isFacet = (name: string): name is Facet => Object.hasOwn(places, name);
