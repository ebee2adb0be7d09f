import { describe, expect, it } from 'vitest';
import { nearest, queriesOf } from './nearest';

describe('queriesOf', () => {
  it.each([
    ['/platform-api/create-node.html', ['create node', 'create', 'node', 'platform', 'api']],
    ['/getting-started/submitData/', ['submit Data', 'submit', 'Data', 'getting', 'started']],
    ['/%E0%A4%A/node', ['node', 'E0', 'A4']],
    ['/a/', []],
    ['/', []],
  ])('of %s are %j', (path, queries) => {
    expect(queriesOf(path)).toEqual(queries);
  });

  it('are few and short for any path', () => {
    const queries = queriesOf(`/${'word-'.repeat(500)}${'x'.repeat(500)}/`);
    expect(queries.length).toBeLessThanOrEqual(7);
    expect(Math.max(...queries.map((query) => query.length))).toBeLessThanOrEqual(64);
  });
});

describe('nearest', () => {
  const hit = (url: string, title: string) => ({
    url: `https://docs.example.org${url}`,
    hierarchy: { lvl0: 'Docs', lvl1: title },
  });

  it('lists each page once, at most five, best first', () => {
    const hits = [hit('/b/#x', 'B'), hit('/a/', 'A'), hit('/b/', 'B')];
    expect(nearest(hits)).toEqual([
      { path: '/b/', title: 'B' },
      { path: '/a/', title: 'A' },
    ]);
    const many = Array.from({ length: 9 }, (_, index) => hit(`/${index}/`, `${index}`));
    expect(nearest(many)).toHaveLength(5);
  });
});
