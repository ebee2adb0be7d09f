import { expect, it } from 'vitest';
import { useApp } from '../support/app.ts';

const harness = useApp();
const url =
  '/1/indexes/*/queries?x-algolia-application-id=self-hosted&x-algolia-api-key=search-only';

// The provider's client sends JSON as text/plain, and takes a 5xx as a host that cannot be reached.
it.each(['text/plain', 'application/x-www-form-urlencoded', 'application/json'])(
  'tells a client that sends %s to look for another host',
  async (type) => {
    const answer = await harness.app.inject({
      method: 'POST',
      url,
      headers: { 'content-type': type },
      payload: JSON.stringify({ requests: [{ indexName: 'anedya-docs', query: 'node' }] }),
    });
    expect(answer.statusCode).toBe(503);
    expect(answer.headers['cache-control']).toBe('no-store');
    expect(answer.json()).toEqual({ message: expect.any(String) as string, status: 503 });
  },
);
