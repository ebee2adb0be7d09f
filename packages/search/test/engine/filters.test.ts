import { describe, expect, it } from 'vitest';
import { createEngine, matchesFilters } from '../../src/engine/engine.ts';
import { record, smallSite } from '../support/records.ts';

const one = record({ page: '/a/', headings: ['A'], section: 'Guides: all' });

describe('facet filters', () => {
  it.each([
    [[], true],
    [['language:en'], true],
    [['language:fr'], false],
    [['language:en', ['version:next', 'version:current']], true],
    [['language:en', ['version:next', 'version:last']], false],
    [['hierarchy.lvl0:Guides: all'], true],
    [['type:lvl1'], true],
    [['url:/a/'], false],
    [['constructor:x'], false],
    [['language'], false],
  ])('%j', (filters, expected) => {
    expect(matchesFilters(one, filters)).toBe(expected);
  });

  it('apply to hits and their number', () => {
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
