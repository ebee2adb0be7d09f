import { describe, expect, it } from 'vitest';
import { ids, post, result, results } from './support/endpoint.ts';

describe('parameters', () => {
  it('return a query ID with clickAnalytics', () => {
    expect(result({ clickAnalytics: true })).toHaveProperty('queryID', 'a1b2c3');
    expect(result({})).not.toHaveProperty('queryID');
  });

  it('that are null have their default', () => {
    expect(result({ query: null, hitsPerPage: null })).toMatchObject({
      query: '',
      hitsPerPage: 20,
    });
  });

  it.each([
    'analytics',
    'analyticsTags',
    'userToken',
    'tagFilters',
    'enablePersonalization',
    'distinct',
    'typoTolerance',
  ])('about statistics and ranking are ignored: %s', (name) => {
    const plain = result({ query: 'node' });
    expect(ids(result({ query: 'node', [name]: 'x' }))).toEqual(ids(plain));
  });

  it('may contain half of a surrogate pair', () => {
    expect(result({ query: '\ud800' })).toMatchObject({ nbHits: 13 });
  });
});

describe('a request', () => {
  it('gets its results in order', () => {
    const all = results({ query: 'bind' }, { query: 'command' }, { query: 'bind' });
    expect(all.map(({ query }) => query)).toEqual(['bind', 'command', 'bind']);
    expect(all.map(ids)).toEqual([
      ['r6', 'r7'],
      ['r8', 'r9'],
      ['r6', 'r7'],
    ]);
  });

  it('may have no queries', () => {
    expect(post({ requests: [] })).toMatchObject({ status: 200, body: { results: [] } });
  });
});
