import { describe, expect, it } from 'vitest';
import { ids, post, result, results, type Result } from './support/endpoint.ts';

const tags = { highlightPreTag: '<b>', highlightPostTag: '</b>' };

describe('parameters', () => {
  const filters = ['type:lvl1', ['language:en', 'language:de']];
  const fields = { query: 'node', hitsPerPage: 2, page: 1, facetFilters: filters, ...tags };
  const text = new URLSearchParams({
    query: 'node',
    hitsPerPage: '2',
    page: '1',
    facetFilters: JSON.stringify(filters),
    ...tags,
  }).toString();

  it('as fields and as a URL-encoded string ask for the same', () => {
    const { params: _a, processingTimeMS: _b, ...byFields } = result(fields);
    const { params: _c, processingTimeMS: _d, ...byText } = result({ params: text });
    expect(byFields.hits).toHaveLength(2);
    expect(byText).toEqual(byFields);
  });

  it('beside a URL-encoded string win over those inside it', () => {
    const answer = result({ query: 'bind', params: 'query=node&hitsPerPage=3' });
    expect(answer).toMatchObject({ query: 'bind', hitsPerPage: 3 });
  });

  it.each([
    ['a list', ['language', 'type']],
    ['JSON text', '["language","type"]'],
    ['text with commas', 'language, type'],
  ])('that are lists come as %s', (_form, facets) => {
    expect(Object.keys(result({ facets }).facets ?? {})).toEqual(['language', 'type']);
  });

  // algoliasearch-helper writes the one facet of a disjunctive request as a string.
  it('that are lists come as one name', () => {
    expect(Object.keys(result({ facets: 'language' }).facets ?? {})).toEqual(['language']);
  });

  it.each([
    ['queryID', { clickAnalytics: true }],
    ['queryID', { params: 'clickAnalytics=true' }],
  ])('that are flags come as JSON and as text: %s for %o', (name, given) => {
    expect(result(given)).toHaveProperty(name, 'a1b2c3');
  });

  it('that are null count as left out', () => {
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
  ])('about statistics and ranking change nothing: %s', (name) => {
    const plain = result({ query: 'node' });
    expect(ids(result({ query: 'node', [name]: 'x' }))).toEqual(ids(plain));
  });

  it('are repeated in the answer, URL-encoded', () => {
    const { params } = result({ query: 'a&b =ü', hitsPerPage: 3, facets: ['type'] });
    expect(Object.fromEntries(new URLSearchParams(params as string))).toEqual({
      query: 'a&b =ü',
      hitsPerPage: '3',
      facets: '["type"]',
    });
    expect(result({ params: 'query=node&page=0' }).params).toBe('query=node&page=0');
  });

  it('hold half a character without harm', () => {
    expect(result({ query: '\ud800' })).toMatchObject({ nbHits: 13, params: 'query=%EF%BF%BD' });
  });
});

describe('a call', () => {
  it('answers its requests in their order', () => {
    const answers = results({ query: 'bind' }, { query: 'command' }, { query: 'bind' });
    expect(answers.map(({ query }) => query)).toEqual(['bind', 'command', 'bind']);
    expect(answers.map(ids)).toEqual([
      ['r6', 'r7'],
      ['r8', 'r9'],
      ['r6', 'r7'],
    ]);
  });

  it('may hold no request', () => {
    expect(post({ requests: [] })).toMatchObject({ status: 200, body: { results: [] } });
  });

  it('with stopIfEnoughMatches leaves out what follows a full page', () => {
    const request = { indexName: 'anedya-docs', query: 'bind' };
    const requests = [{ ...request, hitsPerPage: 3 }, { ...request, hitsPerPage: 2 }, request];
    const { body } = post({ requests, strategy: 'stopIfEnoughMatches' });
    const answers = (body as { results: Result[] }).results;
    expect(answers.map(({ nbHits }) => nbHits)).toEqual([2, 2, 0]);
    expect(answers.map(({ hits }) => hits.length)).toEqual([2, 2, 0]);
    expect(answers.map(({ processed }) => processed)).toEqual([undefined, undefined, false]);
  });
});

describe('the path of one index', () => {
  const path = '/1/indexes/anedya-docs/query';

  it.each([
    ['fields', { query: 'bind' }],
    ['a URL-encoded string', { params: 'query=bind' }],
  ])('takes %s and answers without a list', (_form, body) => {
    const { status, body: answer } = post(body, path);
    expect(status).toBe(200);
    expect(answer).toMatchObject({ nbHits: 2, query: 'bind', index: 'anedya-docs' });
  });

  it('takes an empty body', () => {
    expect(post('', path)).toMatchObject({ status: 200, body: { nbHits: 13, query: '' } });
  });
});
