import { describe, expect, it } from 'vitest';
import { ids, result } from './support/endpoint.ts';

describe('an answer', () => {
  it('has the fields of the provider', () => {
    const { hits, ...fields } = result({ query: 'bind', facets: ['type'] });
    expect(hits).toHaveLength(2);
    expect(fields).toEqual({
      nbHits: 2,
      page: 0,
      nbPages: 1,
      hitsPerPage: 20,
      facets: { type: { content: 1, lvl1: 1 } },
      exhaustiveFacetsCount: true,
      exhaustiveNbHits: true,
      exhaustiveTypo: true,
      exhaustive: { facetsCount: true, facetValues: true, nbHits: true, typo: true },
      query: 'bind',
      params: 'query=bind&facets=%5B%22type%22%5D',
      index: 'anedya-docs',
      renderingContent: {},
      processingTimeMS: 3,
    });
  });

  it('without facets says nothing of facets', () => {
    const answer = result({ query: 'bind' });
    expect(answer).not.toHaveProperty('facets');
    expect(answer).not.toHaveProperty('exhaustiveFacetsCount');
    expect(answer).not.toHaveProperty('queryID');
    expect(answer.exhaustive).toEqual({ nbHits: true, typo: true });
  });
});

describe('pages', () => {
  it('follow on one another', () => {
    const pages = [0, 1, 2].map((page) => result({ query: '', hitsPerPage: 5, page }));
    expect(pages.flatMap(ids)).toEqual(Array.from({ length: 13 }, (_, at) => `r${at}`));
    expect(pages.map(({ nbPages, nbHits }) => [nbPages, nbHits])).toEqual(Array(3).fill([3, 13]));
  });

  it('past the last one are empty', () => {
    expect(result({ hitsPerPage: 5, page: 3 })).toMatchObject({ hits: [], nbHits: 13, page: 3 });
    expect(result({ page: 1_000_000 })).toMatchObject({ hits: [], nbHits: 13 });
  });

  it('of no hits still count', () => {
    expect(result({ hitsPerPage: 0 })).toMatchObject({ hits: [], nbHits: 13, nbPages: 0 });
  });

  it('can start at any hit', () => {
    const answer = result({ offset: 4, length: 3 });
    expect(ids(answer)).toEqual(['r4', 'r5', 'r6']);
    expect(answer).toMatchObject({ offset: 4, length: 3, nbHits: 13 });
    expect(answer).not.toHaveProperty('page');
    expect(ids(result({ offset: 11 }))).toEqual(['r11', 'r12']);
  });
});

describe('attributesToRetrieve', () => {
  const hit = (attributesToRetrieve: string[]) =>
    result({
      query: 'Creates',
      attributesToRetrieve,
      attributesToHighlight: [],
    }).hits[0];

  it('names what a hit holds, null levels included', () => {
    expect(hit(['hierarchy.lvl0', 'hierarchy.lvl2', 'url', 'content', 'nothing'])).toEqual({
      objectID: 'r1',
      hierarchy: { lvl0: 'Platform API', lvl2: null },
      url: '/platform-api/node-create/#description',
      content:
        'Creates a node in the project. A node stands for one device, and has a name of its own.',
    });
  });

  it('covers what is nested in an attribute', () => {
    expect(hit(['hierarchy'])?.hierarchy).toEqual({
      lvl0: 'Platform API',
      lvl1: 'Create a node',
      lvl2: null,
      lvl3: null,
      lvl4: null,
      lvl5: null,
      lvl6: null,
    });
  });

  it('may be empty: the id is always there', () => {
    expect(hit([])).toEqual({ objectID: 'r1' });
  });

  it('takes attributes away', () => {
    const kept = Object.keys(hit(['*', '-hierarchy', '-weight.level']) ?? {});
    expect(kept).toContain('weight');
    expect(kept).not.toContain('hierarchy');
    expect(hit(['*', '-weight.level'])?.weight).toEqual({ page_rank: 0, position: 1 });
  });

  it('is everything unless told otherwise', () => {
    const all = Object.keys(result({ query: 'Creates' }).hits[0] ?? {});
    expect(all).toEqual(expect.arrayContaining(['type', 'anchor', 'version', 'weight']));
  });
});
