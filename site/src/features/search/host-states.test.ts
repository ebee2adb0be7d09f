import type { EndRequest, Requester, Response } from '@algolia/client-common';
import { liteClient } from 'algoliasearch/lite';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { createHostStates, createRequester, searchHosts } from './hosts';
import { timeouts } from '../../contracts/search-limits';

const found: Response = {
  status: 200,
  content: '{"results":[{"hits":[],"nbHits":0}]}',
  isTimedOut: false,
};
const down: Response = { status: 0, content: 'Network request failed', isTimedOut: false };

/** The official client with a fake network, and a worker that always responds. */
function clientOver(respond: () => Response) {
  const asked: EndRequest[] = [];
  const transport = (respond: () => Response): Requester => ({
    send: (request) => {
      asked.push(request);
      return Promise.resolve(respond());
    },
  });
  const worker = transport(() => found);
  const client = liteClient('self-hosted', 'search-only', {
    hosts: searchHosts({
      backend: 'server',
      appId: 'self-hosted',
      location: { host: 'docs.example.com', protocol: 'https:' },
    }),
    requester: createRequester(transport(respond), worker),
    hostsCache: createHostStates(),
    timeouts,
  });
  let number = 0;
  /** Hosts requested for one query. Each query is different, so that no response comes from a cache. */
  const hostsOfQuery = async () => {
    asked.length = 0;
    await client.search({ requests: [{ indexName: 'docs', query: `query ${(number += 1)}` }] });
    return asked.map(({ url }) => new URL(url).host);
  };
  return { asked, client, hostsOfQuery };
}

const server = 'docs.example.com';
const worker = 'search.worker.invalid';

beforeEach(() => {
  vi.useFakeTimers();
});
afterEach(() => {
  vi.useRealTimers();
});

describe('a search host that failed', () => {
  // docs/behavior.md, sections 7 and 9: failed host retry after 2 minutes.
  it.each([
    ['is unreachable', down],
    ['times out', { ...down, isTimedOut: true }],
    ['returns a server error', { ...down, status: 503, content: '{"message":"no index"}' }],
  ])('is asked again after 2 minutes when it %s', async (_case, failure) => {
    let response = failure;
    const { hostsOfQuery } = clientOver(() => response);
    expect(await hostsOfQuery()).toEqual([server, worker]);
    response = found;
    expect(await hostsOfQuery()).toEqual([worker]);
    vi.advanceTimersByTime(120_000);
    expect(await hostsOfQuery()).toEqual([worker]);
    vi.advanceTimersByTime(1);
    expect(await hostsOfQuery()).toEqual([server]);
  });
});

describe('timeouts of the search client', () => {
  // docs/behavior.md, section 9: connect 1 s, read 2 s. The client would multiply them by 4 after a timeout.
  it('stay the same after a host has timed out', async () => {
    const { asked, hostsOfQuery } = clientOver(() => ({ ...down, isTimedOut: true }));
    await hostsOfQuery();
    expect(asked).toMatchObject([
      { connectTimeout: 1000, responseTimeout: 2000 },
      { connectTimeout: 1000, responseTimeout: 2000 },
    ]);
  });
});
