import { corpus } from '../../../search/test/protocol/support/corpus.ts';
import { fakeEngine } from '../../../search/test/protocol/support/fake-engine.ts';
import type { AppOptions } from '../../src/app.ts';

export const indexName = 'anedya-docs';
/** The URL of queries from the site's dialog, with its credentials. */
export const queriesUrl =
  '/1/indexes/*/queries?x-algolia-application-id=self-hosted&x-algolia-api-key=search-only';

/** Returns options of a server that searches a small fixed index. */
export function searchOptions(): Partial<AppOptions> {
  return {
    search: { engine: fakeEngine(corpus), now: () => 0, newQueryId: () => 'a1b2c3' },
  };
}

/** Returns a request that posts a value as JSON, or raw text, to the multi-query path. */
export function post(body: unknown, url = queriesUrl) {
  return {
    method: 'POST',
    url,
    headers: { 'content-type': 'text/plain' },
    payload: typeof body === 'string' ? body : JSON.stringify(body),
  } as const;
}

/** A body with one request. */
export const one = (request: object) => ({ requests: [{ indexName, ...request }] });
