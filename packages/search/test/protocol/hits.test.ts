import { describe, expect, it } from 'vitest';
import { ids, result } from './support/endpoint.ts';

describe('a result', () => {
  it('has the fields of the provider', () => {
    const { hits, ...fields } = result({ query: 'bind' });
    expect(hits).toHaveLength(2);
    expect(fields).toEqual({
      nbHits: 2,
      page: 0,
      nbPages: 1,
      hitsPerPage: 20,
      exhaustiveNbHits: true,
      query: 'bind',
      index: 'anedya-docs',
      processingTimeMS: 3,
    });
  });
});

describe('pages', () => {
  it('follow on one another', () => {
    const pages = [0, 1, 2].map((page) => result({ query: '', hitsPerPage: 5, page }));
    expect(pages.flatMap(ids)).toEqual(Array.from({ length: 13 }, (_, at) => `r${at}`));
    expect(pages.map(({ nbPages, nbHits }) => [nbPages, nbHits])).toEqual(Array(3).fill([3, 13]));
  });

  it('after the last one are empty', () => {
    expect(result({ hitsPerPage: 5, page: 3 })).toMatchObject({ hits: [], nbHits: 13, page: 3 });
    expect(result({ page: 1_000_000 })).toMatchObject({ hits: [], nbHits: 13 });
  });

  it('without hits still have a count', () => {
    expect(result({ hitsPerPage: 0 })).toMatchObject({ hits: [], nbHits: 13, nbPages: 0 });
  });
});

describe('attributesToRetrieve', () => {
  const hit = (attributesToRetrieve: string[]) =>
    result({
      query: 'Creates',
      attributesToRetrieve,
      attributesToHighlight: [],
    }).hits[0];

  it('selects the attributes of a hit, including null levels', () => {
    expect(hit(['hierarchy.lvl0', 'hierarchy.lvl2', 'url', 'content', 'nothing'])).toEqual({
      objectID: 'r1',
      hierarchy: { lvl0: 'Platform API', lvl2: null },
      url: '/platform-api/node-create/#description',
      content: 'Creates a node in the project. A node stands for one device, and has its own name.',
    });
  });

  it('includes nested attributes', () => {
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

  it('may be empty: the ID is always included', () => {
    expect(hit([])).toEqual({ objectID: 'r1' });
  });

  it('excludes attributes', () => {
    const names = Object.keys(hit(['*', '-hierarchy', '-weight.level']) ?? {});
    expect(names).toContain('weight');
    expect(names).not.toContain('hierarchy');
    expect(hit(['*', '-weight.level'])?.weight).toEqual({ page_rank: 0, position: 1 });
  });

  it('includes everything by default', () => {
    const all = Object.keys(result({ query: 'Creates' }).hits[0] ?? {});
    expect(all).toEqual(expect.arrayContaining(['type', 'anchor', 'version', 'weight']));
  });
});
