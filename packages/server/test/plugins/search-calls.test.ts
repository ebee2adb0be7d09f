import type { InjectOptions } from 'fastify';
import { describe, expect, it } from 'vitest';
import { useApp } from '../support/app.ts';
import { indexName, one, post, queriesUrl, searchOptions } from '../support/search-app.ts';

const harness = useApp(searchOptions());
const body = one({ query: 'node' });

describe('a call', () => {
  it.each(['text/plain', 'application/json', 'application/x-www-form-urlencoded', 'a/b'])(
    'may come as %s',
    async (type) => {
      const answer = await harness.app.inject({ ...post(body), headers: { 'content-type': type } });
      expect(answer.statusCode).toBe(200);
      expect(answer.headers['content-type']).toMatch(/^application\/json/);
      expect(answer.headers['cache-control']).toBe('no-store');
      expect(answer.json()).toMatchObject({ results: [{ nbHits: 9, index: indexName }] });
    },
  );

  it('may come without a type', async () => {
    const answer = await harness.app.inject({ ...post(body), headers: {} });
    expect(answer.statusCode).toBe(200);
  });

  it('of one index answers without a list', async () => {
    const url = queriesUrl.replace('*/queries', `${indexName}/query`);
    const answer = await harness.app.inject(post({ query: 'bind' }, url));
    expect(answer.json()).toMatchObject({ nbHits: 2, query: 'bind' });
  });

  it.each<[string, InjectOptions, number]>([
    ['without credentials', post(body, '/1/indexes/*/queries'), 403],
    ['with a wrong key', post(body, queriesUrl.replace('search-only', 'admin')), 403],
    ['with a key given twice', post(body, `${queriesUrl}&x-algolia-api-key=other`), 403],
    ['for another index', post({ requests: [{ indexName: 'other' }] }), 404],
    ['at another path', post(body, queriesUrl.replace('queries', 'batch')), 404],
    ['without a body', { method: 'POST', url: queriesUrl }, 400],
    ['with a body that is cut', post('{"requests":['), 400],
    ['with a body of 64 kB and a byte', post(JSON.stringify(body).padEnd(65_537)), 413],
  ])('%s is refused in the shape of the provider', async (_case, request, status) => {
    const answer = await harness.app.inject(request);
    expect(answer.statusCode).toBe(status);
    expect(answer.json()).toEqual({ message: expect.any(String) as string, status });
    expect(answer.headers['access-control-allow-origin']).toBe('*');
    expect(answer.headers['cache-control']).toBe('no-store');
  });

  it('with 64 kB is taken', async () => {
    const answer = await harness.app.inject(post(JSON.stringify(body).padEnd(65_536)));
    expect(answer.statusCode).toBe(200);
  });

  it('may bring its credentials as headers', async () => {
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

  it('may ask', async () => {
    const answer = await harness.app.inject({ ...post(body), headers: { origin } });
    expect(answer.headers['access-control-allow-origin']).toBe('*');
    expect(answer.headers).not.toHaveProperty('access-control-allow-credentials');
  });

  it('may send what the official client sends', async () => {
    const headers = {
      origin,
      'access-control-request-method': 'POST',
      'access-control-request-headers': 'x-algolia-api-key',
    };
    const url = '/1/indexes/*/queries';
    const answer = await harness.app.inject({ method: 'OPTIONS', url, headers });
    expect(answer.statusCode).toBe(204);
    expect(answer.headers['access-control-allow-origin']).toBe('*');
    expect(answer.headers['access-control-allow-methods']).toContain('POST');
    const allowed = String(answer.headers['access-control-allow-headers']).split(', ');
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
  ])('gets no such leave for %s', async (_case, request) => {
    const answer = await harness.app.inject({ ...request, headers: { origin } });
    expect(answer.headers).not.toHaveProperty('access-control-allow-origin');
  });
});
