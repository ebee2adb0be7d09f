import { describe, expect, it } from 'vitest';
import { limits } from '../../src/protocol/limits.ts';
import { endpointOver, post, queriesPath, respond, credentials } from './support/endpoint.ts';

const bad = (message: string) => ({ status: 400, body: { message, status: 400 } });

describe('a body', () => {
  it.each([
    ['', 'Invalid JSON'],
    ['{"requests":[}', 'Invalid JSON'],
    ['null', 'Invalid value for "body": expected an object'],
    ['[]', 'Invalid value for "body": expected an object'],
    ['{}', 'Invalid value for "requests": expected a list of requests'],
    ['{"requests":{}}', 'Invalid value for "requests": expected a list of requests'],
    ['{"requests":[null]}', 'Invalid value for "requests[0]": expected an object'],
    ['{"requests":[{}]}', 'Invalid value for "requests[0].indexName": expected a string'],
    ['{"requests":[],"extra":1}', 'Unknown parameter: extra'],
    ['{"requests":[],"__proto__":{}}', 'Unknown parameter: __proto__'],
  ])('rejects %j', (body, message) => {
    expect(post(body)).toEqual(bad(message));
  });
});

describe('a parameter', () => {
  it.each([
    [{ page: -1 }, 'page": expected an integer from 0 to 1000000'],
    [{ page: 1.5 }, 'page": expected an integer from 0 to 1000000'],
    [{ page: 'one' }, 'page": expected an integer from 0 to 1000000'],
    [{ hitsPerPage: {} }, 'hitsPerPage": expected an integer from 0 to 1000'],
    [{ query: 1 }, 'query": expected a string'],
    [{ advancedSyntax: 'yes' }, 'advancedSyntax": expected true or false'],
    [{ attributesToRetrieve: 'url' }, 'attributesToRetrieve": expected a list of strings'],
    [{ attributesToRetrieve: ['url', 1] }, 'attributesToRetrieve[1]": expected a string'],
    [{ facetFilters: 1 }, 'facetFilters": expected a list of filters'],
    [{ facetFilters: ['language'] }, 'facetFilters[0]": expected "attribute:value"'],
    [{ facetFilters: [[':en']] }, 'facetFilters[0][0]": expected "attribute:value"'],
    [{ facetFilters: [['a:b', [1]]] }, 'facetFilters[0][1]": expected a string'],
    [{ facetFilters: ['language:-en'] }, 'facetFilters[0]": expected "attribute:value"'],
    [{ facetFilters: ['-language:en'] }, 'facetFilters[0]": expected "attribute:value"'],
    [
      { attributesToSnippet: ['content:x'] },
      'attributesToSnippet[0]": expected "attribute" or "attribute:words" with 1 to 1000 words',
    ],
  ])('rejects %j with its path', (request, message) => {
    expect(respond(request)).toEqual(bad(`Invalid value for "requests[0].${message}`));
  });

  it('rejects one that the provider does not know', () => {
    expect(respond({ hitPerPage: 3 })).toEqual(bad('Unknown parameter: requests[0].hitPerPage'));
    expect(respond({ constructor: 3 })).toEqual(bad('Unknown parameter: requests[0].constructor'));
  });

  // Ignoring them would return a wrong response.
  it.each(['filters', 'numericFilters', 'facets', 'type', 'params', 'offset', 'aroundLatLng'])(
    'rejects one that changes the response: %s',
    (name) => {
      const message = `Parameter not supported by this server: requests[0].${name}`;
      expect(respond({ [name]: 'x' })).toEqual(bad(message));
    },
  );
});

describe('a request', () => {
  const body = JSON.stringify({ requests: [{ indexName: 'anedya-docs', query: 'node' }] });

  it('for an unknown index gets 404', () => {
    const expected = {
      status: 404,
      body: { message: 'Index other does not exist', status: 404 },
    };
    const known = { indexName: 'anedya-docs' };
    expect(post({ requests: [known, { indexName: 'other' }] })).toEqual(expected);
  });

  it.each([
    '/1/indexes/anedya-docs',
    '/1/indexes/anedya-docs/queries',
    '/1/indexes/anedya-docs/browse',
    '/1/indexes/*/batch',
    '/1/indexes/anedya-docs/query',
    '/1/indexes/%E0%A4%A/queries',
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

describe('a limit', () => {
  const status = (request: Record<string, unknown>) => respond(request).status;
  const filters = (count: number) => Array.from({ length: count }, (_, at) => `type:${at}`);
  const texts = (count: number) => Array.from({ length: count }, (_, at) => `a${at}`);

  it('applies to hits per page', () => {
    expect(status({ hitsPerPage: limits.hitsPerPage })).toBe(200);
    expect(status({ hitsPerPage: limits.hitsPerPage + 1 })).toBe(400);
  });

  it('applies to the bytes of a query', () => {
    expect(status({ query: 'a'.repeat(limits.queryBytes) })).toBe(200);
    expect(status({ query: 'ü'.repeat(limits.queryBytes / 2) })).toBe(200);
    expect(status({ query: 'a'.repeat(limits.queryBytes + 1) })).toBe(400);
    expect(status({ query: 'ü'.repeat(limits.queryBytes / 2 + 1) })).toBe(400);
  });

  it.each(['highlightPreTag', 'highlightPostTag', 'snippetEllipsisText'])(
    'applies to %s',
    (name) => {
      expect(status({ [name]: 'a'.repeat(limits.textBytes) })).toBe(200);
      expect(status({ [name]: 'a'.repeat(limits.textBytes + 1) })).toBe(400);
    },
  );

  it.each(['attributesToRetrieve', 'attributesToHighlight', 'attributesToSnippet'])(
    'applies to the entries of %s',
    (name) => {
      expect(status({ [name]: texts(limits.listEntries) })).toBe(200);
      expect(status({ [name]: texts(limits.listEntries + 1) })).toBe(400);
    },
  );

  it('applies to facet filters, including nested ones', () => {
    const half = limits.facetFilters / 2;
    expect(status({ facetFilters: [filters(half), filters(half)] })).toBe(200);
    expect(status({ facetFilters: [filters(half), filters(half + 1)] })).toBe(400);
    expect(status({ facetFilters: filters(limits.facetFilters + 1) })).toBe(400);
    expect(status({ facetFilters: Array(limits.facetFilters + 1).fill([]) })).toBe(400);
  });

  it('applies to the words of a snippet', () => {
    expect(status({ attributesToSnippet: [`content:${limits.snippetWords}`] })).toBe(200);
    expect(status({ attributesToSnippet: [`content:${limits.snippetWords + 1}`] })).toBe(400);
    expect(status({ attributesToSnippet: ['content:0'] })).toBe(400);
  });

  it('applies to queries in a request', () => {
    const request = { indexName: 'anedya-docs' };
    const requests = Array.from({ length: limits.queries }, () => request);
    expect(post({ requests }).status).toBe(200);
    expect(post({ requests: [...requests, request] })).toEqual(
      bad('Too many queries in multi query request'),
    );
  });

  it('applies to the hits of a request', () => {
    const request = { indexName: 'anedya-docs', hitsPerPage: 500 };
    expect(post({ requests: [request, request] }).status).toBe(200);
    const one = { indexName: 'anedya-docs', hitsPerPage: 1 };
    expect(post({ requests: [request, request, one] })).toEqual(
      bad('Invalid value for "requests": expected at most 1000 hits in total'),
    );
  });

  it('applies to the bytes of a body', () => {
    const fill = (bytes: number) => '{"requests":[]}'.padEnd(bytes);
    expect(post(fill(limits.bodyBytes)).status).toBe(200);
    expect(post(fill(limits.bodyBytes + 1))).toEqual({
      status: 413,
      body: { message: 'Request body too large: at most 65536 bytes', status: 413 },
    });
    expect(post(`{"requests":[],"a":"${'ü'.repeat(33_000)}"}`).status).toBe(413);
  });
});
