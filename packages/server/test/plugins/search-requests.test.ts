import type { InjectOptions } from 'fastify';
import { describe, expect, it } from 'vitest';
import { useApp } from '../support/app.ts';
import { indexName, one, post, queriesUrl, searchOptions } from '../support/search-app.ts';

const harness = useApp(searchOptions());
const body = one({ query: 'node' });

describe('a search request', () => {
  it.each(['text/plain', 'application/json', 'application/x-www-form-urlencoded', 'a/b'])(
    'may come as %s',
    async (type) => {
      const response = await harness.app.inject({
        ...post(body),
        headers: { 'content-type': type },
      });
      expect(response.statusCode).toBe(200);
      expect(response.headers['content-type']).toMatch(/^application\/json/);
      expect(response.headers['cache-control']).toBe('no-store');
      expect(response.json()).toMatchObject({ results: [{ nbHits: 9, index: indexName }] });
    },
  );

  it('may have no content type', async () => {
    const response = await harness.app.inject({ ...post(body), headers: {} });
    expect(response.statusCode).toBe(200);
  });

  it.each<[string, InjectOptions, number]>([
    ['without credentials', post(body, '/1/indexes/*/queries'), 403],
    ['with a wrong key', post(body, queriesUrl.replace('search-only', 'admin')), 403],
    ['with a key given twice', post(body, `${queriesUrl}&x-algolia-api-key=other`), 403],
    ['for another index', post({ requests: [{ indexName: 'other' }] }), 404],
    ['at another path', post(body, queriesUrl.replace('queries', 'batch')), 404],
    ['with another method', { method: 'PUT', url: queriesUrl }, 405],
    ['without a body', { method: 'POST', url: queriesUrl }, 400],
    ['with a body that is cut', post('{"requests":['), 400],
    ['with a body of 64 kB and a byte', post(JSON.stringify(body).padEnd(65_537)), 413],
  ])('is rejected in the provider format %s', async (_case, request, status) => {
    const response = await harness.app.inject(request);
    expect(response.statusCode).toBe(status);
    expect(response.json()).toEqual({ message: expect.any(String) as string, status });
    expect(response.headers['access-control-allow-origin']).toBe('*');
    expect(response.headers['cache-control']).toBe('no-store');
  });

  it('may be 64 kB long', async () => {
    const response = await harness.app.inject(post(JSON.stringify(body).padEnd(65_536)));
    expect(response.statusCode).toBe(200);
  });

  it('may send its credentials as headers', async () => {
    const credentials = {
      'x-algolia-application-id': 'self-hosted',
      'x-algolia-api-key': 'search-only',
    };
    const request = { ...post(body, '/1/indexes/*/queries'), headers: credentials };
    expect((await harness.app.inject(request)).statusCode).toBe(200);
  });
});

describe('a page of another origin', () => {
  const origin = 'https://copy.example.org';

  it('may search', async () => {
    const response = await harness.app.inject({ ...post(body), headers: { origin } });
    expect(response.headers['access-control-allow-origin']).toBe('*');
    expect(response.headers).not.toHaveProperty('access-control-allow-credentials');
  });

  it('may send the headers of the official client', async () => {
    const headers = {
      origin,
      'access-control-request-method': 'POST',
      'access-control-request-headers': 'x-algolia-api-key',
    };
    const url = '/1/indexes/*/queries';
    const response = await harness.app.inject({ method: 'OPTIONS', url, headers });
    expect(response.statusCode).toBe(204);
    expect(response.headers['access-control-allow-origin']).toBe('*');
    expect(response.headers['access-control-allow-methods']).toContain('POST');
    const allowed = String(response.headers['access-control-allow-headers']).split(', ');
    expect(allowed).toEqual(
      expect.arrayContaining([
        'content-type',
        'x-algolia-api-key',
        'x-algolia-application-id',
        'x-algolia-agent',
      ]),
    );
  });

  it.each<[string, InjectOptions]>([
    ['a page', { url: '/guide/' }],
    ['an unknown path', { url: '/1/other' }],
    ['page views', { method: 'POST', url: '/page-views', payload: { path: '/', title: '' } }],
  ])('gets no CORS headers for %s', async (_case, request) => {
    const response = await harness.app.inject({ ...request, headers: { origin } });
    expect(response.headers).not.toHaveProperty('access-control-allow-origin');
  });
});
