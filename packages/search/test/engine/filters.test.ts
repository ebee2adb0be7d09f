import { describe, expect, it } from 'vitest';
import { createEngine } from '../../src/engine/engine.ts';
import { facetCounts, passes } from '../../src/engine/filters.ts';
import { record, smallSite } from '../support/records.ts';

const one = record({ page: '/a/', headings: ['A'], section: 'Guides: all' });

describe('facet filters', () => {
  it.each([
    [[], true],
    [['language:en'], true],
    [['language:fr'], false],
    [['language:en', ['version:next', 'version:current']], true],
    [['language:en', ['version:next', 'version:last']], false],
    [['language:-fr'], true],
    [['language:-en'], false],
    [['hierarchy.lvl0:Guides: all'], true],
    [['type:lvl1'], true],
    [['url:/a/'], false],
    [['constructor:x'], false],
    [['language'], false],
  ])('%j', (filters, expected) => {
    expect(passes(one, filters)).toBe(expected);
  });

  it('narrow hits and their number', () => {
    const engine = createEngine(smallSite);
    const { hits, nbHits } = engine.search({
      query: 'node',
      page: 0,
      hitsPerPage: 50,
      facetFilters: ['hierarchy.lvl0:Platform API'],
    });
    expect(nbHits).toBeGreaterThan(0);
    expect(hits.every(({ record: { hierarchy } }) => hierarchy.lvl0 === 'Platform API')).toBe(true);
  });
});

describe('facet counts', () => {
  it('count the values of all records, the most frequent first', () => {
    expect(facetCounts(smallSite, ['hierarchy.lvl0', 'url'])).toEqual({
      'hierarchy.lvl0': { 'Platform API': 6, Features: 4 },
    });
  });

  it('count every facet for *', () => {
    expect(Object.keys(facetCounts(smallSite, ['*'])).sort()).toEqual([
      'docusaurus_tag',
      'hierarchy.lvl0',
      'language',
      'type',
      'version',
    ]);
  });

  it('count values that have the names of prototypes', () => {
    const odd = record({ page: '/a/', headings: ['A'], section: '__proto__' });
    expect(Object.entries(facetCounts([odd], ['hierarchy.lvl0'])['hierarchy.lvl0'] ?? {})).toEqual([
      ['__proto__', 1],
    ]);
  });
});
