import { describe, expect, it } from 'vitest';
import { ids, result } from './support/endpoint.ts';

describe('facetFilters', () => {
  const found = (facetFilters: unknown) => ids(result({ query: 'node', facetFilters }));
  const all = found([]);

  it.each([
    ['one filter', ['language:de'], ['r12']],
    ['all outer filters', ['language:en', 'docusaurus_tag:default'], ['r11']],
    ['one of the inner filters', [['language:de', 'docusaurus_tag:default']], ['r11', 'r12']],
    [
      'outer and inner filters',
      ['type:lvl1', ['language:de', 'docusaurus_tag:default']],
      ['r11', 'r12'],
    ],
    ['a value with a colon', ['hierarchy.lvl0:a:b'], []],
    ['a value with spaces', ['hierarchy.lvl0:Documentation'], ['r11']],
    ['an attribute that is not a facet', ['brand:x'], []],
    ['an attribute that is not a facet, among others', [['brand:x', 'language:de']], ['r12']],
    ['an empty group', [[], 'language:de'], ['r12']],
  ])('apply %s', (_case, filters, expected) => {
    expect(found(filters)).toEqual(expected);
  });

  it('match everything when empty', () => {
    expect(all).toEqual(ids(result({ query: 'node' })));
  });
});
