import { describe, expect, it } from 'vitest';
import { limits } from '../../src/protocol/limits.ts';
import { endpointOver, post, queriesPath, refusal, credentials } from './support/endpoint.ts';

const bad = (message: string) => ({ status: 400, body: { message, status: 400 } });

describe('a body', () => {
  it.each([
    ['', 'Invalid JSON: unexpected content at line 1, column 1'],
    ['{"requests":[}', 'Invalid JSON: unexpected content at line 1, column 14'],
    ['{\n  "requests": [\n    nothing\n', 'Invalid JSON: unexpected content at line 3, column 5'],
    ['null', 'Invalid value for "body": expected an object'],
    ['[]', 'Invalid value for "body": expected an object'],
    ['{}', 'Invalid value for "requests": expected a list of requests'],
    ['{"requests":{}}', 'Invalid value for "requests": expected a list of requests'],
    ['{"requests":[null]}', 'Invalid value for "requests[0]": expected an object'],
    ['{"requests":[{}]}', 'Invalid value for "requests[0].indexName": expected a string'],
    ['{"requests":[],"extra":1}', 'Unknown parameter: extra'],
    ['{"requests":[],"__proto__":{}}', 'Unknown parameter: __proto__'],
    [
      '{"requests":[],"strategy":"all"}',
      'Invalid value for "strategy": expected "none" or "stopIfEnoughMatches"',
    ],
  ])('%j is refused with its place', (body, message) => {
    expect(post(body)).toEqual(bad(message));
  });
});

describe('a parameter', () => {
  it.each([
    [{ page: -1 }, 'page": expected an integer from 0 to 1000000'],
    [{ page: 1.5 }, 'page": expected an integer from 0 to 1000000'],
    [{ page: 'one' }, 'page": expected an integer from 0 to 1000000'],
    [{ params: 'page=-1' }, 'page": expected an integer from 0 to 1000000'],
    [{ hitsPerPage: {} }, 'hitsPerPage": expected an integer from 0 to 1000'],
    [{ query: 1 }, 'query": expected a string'],
    [{ advancedSyntax: 'yes' }, 'advancedSyntax": expected true or false'],
    [{ facets: 1 }, 'facets": expected a list of strings'],
    [{ facets: ['type', 1] }, 'facets[1]": expected a string'],
    [{ facets: '["type"' }, 'facets": expected a JSON array'],
    [{ params: {} }, 'params": expected a string'],
    [{ facetFilters: 1 }, 'facetFilters": expected a list of filters'],
    [{ facetFilters: ['language'] }, 'facetFilters[0]": expected "attribute:value"'],
    [{ facetFilters: [[':en']] }, 'facetFilters[0][0]": expected "attribute:value"'],
    [{ facetFilters: [['a:b', [1]]] }, 'facetFilters[0][1]": expected a string'],
    [{ type: 'other' }, 'type": expected "default" or "facet"'],
    [{ type: 'facet' }, 'facet": expected a string'],
    [
      { attributesToSnippet: ['content:x'] },
      'attributesToSnippet[0]": expected "attribute" or "attribute:words" with 1 to 1000 words',
    ],
  ])('%j is refused with its place', (request, message) => {
    expect(refusal(request)).toEqual(bad(`Invalid value for "requests[0].${message}`));
  });

  it('of a facet that is none is refused', () => {
    const message = 'Invalid value for "facet": expected an attribute for faceting';
    expect(refusal({ type: 'facet', facet: 'brand' })).toEqual(bad(message));
  });

  it('that the provider does not know either is refused', () => {
    expect(refusal({ hitPerPage: 3 })).toEqual(bad('Unknown parameter: requests[0].hitPerPage'));
    expect(refusal({ constructor: 3 })).toEqual(bad('Unknown parameter: requests[0].constructor'));
  });

  // Hits that were not filtered would be a wrong answer.
  it.each(['filters', 'numericFilters', 'restrictSearchableAttributes', 'aroundLatLng'])(
    'that would change which hits come back is refused: %s',
    (name) => {
      const message = `Parameter not supported by this server: requests[0].${name}`;
      expect(refusal({ [name]: 'x' })).toEqual(bad(message));
    },
  );

  it('of the path of one index is named without a place in a list', () => {
    const message = 'Invalid value for "page": expected an integer from 0 to 1000000';
    expect(post({ page: 'x' }, '/1/indexes/anedya-docs/query')).toEqual(bad(message));
  });
});

describe('what is asked for', () => {
  const body = JSON.stringify({ requests: [{ indexName: 'anedya-docs', query: 'node' }] });

  it('of an index that does not exist gets 404', () => {
    const expected = {
      status: 404,
      body: { message: 'Index other does not exist', status: 404 },
    };
    const known = { indexName: 'anedya-docs' };
    expect(post({ requests: [known, { indexName: 'other' }] })).toEqual(expected);
    expect(post({}, '/1/indexes/other/query')).toEqual(expected);
    expect(post({}, '/1/indexes/%6Fther/query')).toEqual(expected);
  });

  it.each([
    '/1/indexes/anedya-docs',
    '/1/indexes/anedya-docs/queries',
    '/1/indexes/anedya-docs/browse',
    '/1/indexes/*/batch',
    '/1/indexes/%E0%A4%A/query',
    '/1/indexes//query',
    '/1/indexes/*/queries/x',
  ])('at %s gets 404', (path) => {
    expect(post(body, path)).toEqual({
      status: 404,
      body: { message: 'Path not found', status: 404 },
    });
  });

  it.each([
    ['no credentials', {}],
    ['another application', { ...credentials, applicationId: 'other' }],
    ['another key', { ...credentials, apiKey: 'other' }],
    ['no key', { applicationId: credentials.applicationId }],
  ])('with %s gets 403', (_case, given) => {
    expect(endpointOver()({ path: queriesPath, credentials: given, body })).toEqual({
      status: 403,
      body: { message: 'Invalid Application-ID or API key', status: 403 },
    });
  });
});

describe('a bound', () => {
  const status = (request: Record<string, unknown>) => refusal(request).status;
  const filters = (count: number) => Array.from({ length: count }, (_, at) => `type:${at}`);
  const texts = (count: number) => Array.from({ length: count }, (_, at) => `a${at}`);

  it.each([
    ['hitsPerPage', limits.hitsPerPage],
    ['length', limits.hitsPerPage],
    ['maxValuesPerFacet', limits.maxValuesPerFacet],
    ['maxFacetHits', limits.maxFacetHits],
  ])('of %s is %i', (name, bound) => {
    expect(status({ [name]: bound })).toBe(200);
    expect(status({ [name]: bound + 1 })).toBe(400);
    expect(status({ params: `${name}=${bound + 1}` })).toBe(400);
  });

  it('of a query counts bytes', () => {
    expect(status({ query: 'a'.repeat(limits.queryBytes) })).toBe(200);
    expect(status({ query: 'ü'.repeat(limits.queryBytes / 2) })).toBe(200);
    expect(status({ query: 'a'.repeat(limits.queryBytes + 1) })).toBe(400);
    expect(status({ query: 'ü'.repeat(limits.queryBytes / 2 + 1) })).toBe(400);
  });

  it.each(['highlightPreTag', 'highlightPostTag', 'snippetEllipsisText'])('of %s', (name) => {
    expect(status({ [name]: 'a'.repeat(limits.textLength) })).toBe(200);
    expect(status({ [name]: 'a'.repeat(limits.textLength + 1) })).toBe(400);
  });

  it.each(['facets', 'attributesToRetrieve', 'attributesToHighlight', 'attributesToSnippet'])(
    'of the entries of %s',
    (name) => {
      expect(status({ [name]: texts(limits.listEntries) })).toBe(200);
      expect(status({ [name]: texts(limits.listEntries + 1) })).toBe(400);
      expect(status({ [name]: texts(limits.listEntries + 1).join(',') })).toBe(400);
    },
  );

  it('of facet filters counts the inner ones', () => {
    const half = limits.facetFilters / 2;
    expect(status({ facetFilters: [filters(half), filters(half)] })).toBe(200);
    expect(status({ facetFilters: [filters(half), filters(half + 1)] })).toBe(400);
    expect(status({ facetFilters: filters(limits.facetFilters + 1) })).toBe(400);
    expect(status({ facetFilters: Array(limits.facetFilters + 1).fill([]) })).toBe(400);
  });

  it('of the words of a snippet', () => {
    expect(status({ attributesToSnippet: [`content:${limits.snippetWords}`] })).toBe(200);
    expect(status({ attributesToSnippet: [`content:${limits.snippetWords + 1}`] })).toBe(400);
    expect(status({ attributesToSnippet: ['content:0'] })).toBe(400);
  });

  it('of requests in a call', () => {
    const request = { indexName: 'anedya-docs' };
    const requests = Array.from({ length: limits.requests }, () => request);
    expect(post({ requests }).status).toBe(200);
    expect(post({ requests: [...requests, request] })).toEqual(
      bad('Too many queries in multi query request'),
    );
  });

  it('of the hits of a call', () => {
    const request = { indexName: 'anedya-docs', hitsPerPage: 500 };
    expect(post({ requests: [request, request] }).status).toBe(200);
    const one = { indexName: 'anedya-docs', hitsPerPage: 1 };
    expect(post({ requests: [request, request, one] })).toEqual(
      bad('Invalid value for "requests": expected at most 1000 hits for all of them'),
    );
  });

  it('of a body counts bytes', () => {
    const fill = (bytes: number) => '{"requests":[]}'.padEnd(bytes);
    expect(post(fill(limits.bodyBytes)).status).toBe(200);
    expect(post(fill(limits.bodyBytes + 1))).toEqual({
      status: 413,
      body: { message: 'Request body too large: at most 65536 bytes', status: 413 },
    });
    expect(post(`{"requests":[],"a":"${'ü'.repeat(33_000)}"}`).status).toBe(413);
  });
});
