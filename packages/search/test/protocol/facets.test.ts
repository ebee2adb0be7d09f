import { describe, expect, it } from 'vitest';
import { ids, result, results } from './support/endpoint.ts';

describe('facets', () => {
  it('count over all hits, not over a page', () => {
    const answer = result({
      query: 'node',
      hitsPerPage: 1,
      facets: ['language', 'docusaurus_tag'],
    });
    expect(answer.facets).toEqual({
      language: { en: 8, de: 1 },
      docusaurus_tag: { 'docs-default-current': 8, default: 1 },
    });
  });

  it('are all of them for *', () => {
    expect(Object.keys(result({ facets: ['*'] }).facets ?? {})).toEqual([
      'language',
      'docusaurus_tag',
      'version',
      'type',
      'hierarchy.lvl0',
    ]);
  });

  it('that the index does not have count nothing', () => {
    expect(result({ facets: ['brand', 'type'] }).facets).toHaveProperty('type');
    expect(result({ facets: ['brand', 'type'] }).facets).not.toHaveProperty('brand');
  });

  it('are cut to the values with the largest counts', () => {
    const answer = result({ query: 'node', facets: ['type'], maxValuesPerFacet: 2 });
    expect(answer.facets?.type).toEqual({ content: 4, lvl1: 4 });
    expect(answer.exhaustive).toMatchObject({ facetValues: false });
  });
});

describe('facetFilters', () => {
  const found = (facetFilters: unknown) => ids(result({ query: 'node', facetFilters }));
  const all = found([]);

  it.each([
    ['one condition', ['language:de'], ['r12']],
    ['all of the outer ones', ['language:en', 'docusaurus_tag:default'], ['r11']],
    ['one of the inner ones', [['language:de', 'docusaurus_tag:default']], ['r11', 'r12']],
    [
      'outer and inner ones',
      ['type:lvl1', ['language:de', 'docusaurus_tag:default']],
      ['r11', 'r12'],
    ],
    ['JSON text', '["type:lvl1",["language:de","docusaurus_tag:default"]]', ['r11', 'r12']],
    ['text', 'language:de', ['r12']],
    ['text with commas', 'language:en,docusaurus_tag:default', ['r11']],
    ['a value with a colon', ['hierarchy.lvl0:a:b'], []],
    ['a value with spaces', ['hierarchy.lvl0:Documentation'], ['r11']],
    ['a value that is not', ['language:en', 'language:-de', 'type:lvl2'], ['r2']],
    ['an attribute that is not', ['-language:en'], ['r12']],
    ['a value that is not, among others', [['language:-en', 'type:lvl2']], ['r2', 'r12']],
    ['a value that no record lacks', ['version:-current'], []],
    ['a value that starts with a minus sign', ['language:\\-en'], []],
    ['an attribute that is no facet', ['brand:x'], []],
    ['an attribute that is no facet, among others', [['brand:x', 'language:de']], ['r12']],
    ['the lack of a value of no facet', ['brand:-x', 'language:de'], ['r12']],
    ['a value in other letters', ['language:DE'], ['r12']],
    ['a value in other letters', ['language:DE'], ['r12']],
    ['an empty group, which asks for nothing', [[], 'language:de'], ['r12']],
  ])('take %s', (_case, filters, expected) => {
    expect(found(filters)).toEqual(expected);
  });

  it('without conditions leave everything', () => {
    expect(all).toEqual(ids(result({ query: 'node' })));
    expect(found('')).toEqual(all);
  });
});

// The way algoliasearch-helper counts a facet as if its own filter were not set.
it('disjunctive counts come from requests of their own', () => {
  const languages = ['language:de'];
  const [hits, counts] = results(
    { query: 'node', facetFilters: [languages], facets: ['language'] },
    { query: 'node', hitsPerPage: 0, facets: 'language' },
  );
  expect(hits?.facets).toEqual({ language: { de: 1 } });
  expect(counts?.facets).toEqual({ language: { en: 8, de: 1 } });
  expect(counts?.hits).toEqual([]);
});

describe("a request with type 'facet'", () => {
  const facet = (more: Record<string, unknown>) => result({ type: 'facet', ...more });

  it('finds values of a facet', () => {
    const answer = facet({ facet: 'hierarchy.lvl0', facetQuery: 'api' });
    expect(answer).toEqual({
      facetHits: [
        { value: 'Platform API', highlighted: 'Platform <em>API</em>', count: 6 },
        { value: 'Device API', highlighted: 'Device <em>API</em>', count: 2 },
      ],
      exhaustiveFacetsCount: true,
      processingTimeMS: 3,
    });
  });

  it('keeps to the query, the filters and the number of values', () => {
    const values = (answer: Record<string, unknown>) =>
      (answer.facetHits as { value: string }[]).map(({ value }) => value);
    expect(values(facet({ facet: 'type', query: 'bind' }))).toEqual(['content', 'lvl1']);
    expect(values(facet({ facet: 'type', facetFilters: ['language:de'] }))).toEqual(['lvl1']);
    expect(values(facet({ facet: 'type', maxFacetHits: 1 }))).toEqual(['lvl1']);
    expect(values(facet({ facet: 'type', facetQuery: 'vl1' }))).toEqual([]);
  });
});
