import { corpus } from '../../../search/test/protocol/support/corpus.ts';
import { fakeEngine } from '../../../search/test/protocol/support/fake-engine.ts';
import type { AppOptions } from '../../src/app.ts';

export const indexName = 'anedya-docs';
/** Where the site's dialog sends its queries, and the credentials it sends along. */
export const queriesUrl =
  '/1/indexes/*/queries?x-algolia-application-id=self-hosted&x-algolia-api-key=search-only';

/** A clock that stands still until it is set. */
export class TestClock {
  /** Milliseconds. */
  time = 0;
  readonly now = (): number => this.time;
}

/** Options of a server that searches the small fixed index. */
export function searchOptions(clock = new TestClock()): Partial<AppOptions> {
  return {
    search: { engine: fakeEngine(corpus), now: clock.now, newQueryId: () => 'a1b2c3' },
  };
}

/** A request that posts a value, or a text as it is, to the path of many queries. */
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
