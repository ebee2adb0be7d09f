import type { EndRequest, Requester, Response } from '@algolia/client-common';
import { liteClient } from 'algoliasearch/lite';
import { describe, expect, it } from 'vitest';
import { createRequester, searchHosts } from './hosts';

const found = (by: string): Response => ({
  status: 200,
  content: JSON.stringify({ results: [{ hits: [{ objectID: by }], nbHits: 1 }] }),
  isTimedOut: false,
});
const down: Response = { status: 0, content: 'Network request failed', isTimedOut: false };

/** A requester that returns one response and records the requests. */
function transport(response: Response): Requester & { readonly asked: string[] } {
  const asked: string[] = [];
  return {
    asked,
    send: ({ url }: EndRequest) => {
      asked.push(new URL(url).host);
      return Promise.resolve(response);
    },
  };
}

/** The official client with two requesters. */
async function ask(network: Requester, worker: Requester): Promise<unknown> {
  const client = liteClient('self-hosted', 'search-only', {
    hosts: searchHosts({
      backend: 'server',
      appId: 'self-hosted',
      location: { host: 'docs.example.com', protocol: 'https:' },
    }),
    requester: createRequester(network, worker),
  });
  const { results } = await client.search({ requests: [{ indexName: 'docs', query: 'mqtt' }] });
  return results[0];
}

describe('the transport of the search client', () => {
  it('sends requests to the server, not to the worker', async () => {
    const worker = transport(found('worker'));
    expect(await ask(transport(found('server')), worker)).toMatchObject({
      hits: [{ objectID: 'server' }],
    });
    expect(worker.asked).toEqual([]);
  });

  it.each([
    ['is unreachable', down],
    [
      'returns a server error',
      { ...down, status: 503, content: '{"message":"no index","status":503}' },
    ],
    ['is a static host', { ...down, status: 404, content: '<!doctype html><title>Not found' }],
    ['rejects POST', { ...down, status: 405, content: '' }],
    [
      'gets too many requests',
      { ...down, status: 429, content: '{"message":"Too many requests","status":429}' },
    ],
    ['serves its own HTML page', { ...down, status: 200, content: '<!doctype html>' }],
  ])('uses the worker when the server %s', async (_case, response) => {
    const network = transport(response);
    expect(await ask(network, transport(found('worker')))).toMatchObject({
      hits: [{ objectID: 'worker' }],
    });
    expect(network.asked).toEqual(['docs.example.com']);
  });

  it('returns an error in the search protocol as a response', async () => {
    const rejection = {
      ...down,
      status: 403,
      content: '{"message":"Invalid API key","status":403}',
    };
    const worker = transport(found('worker'));
    await expect(ask(transport(rejection), worker)).rejects.toThrow('Invalid API key');
    expect(worker.asked).toEqual([]);
  });

  it('fails with the error that the dialog shows when nothing responds', async () => {
    await expect(ask(transport(down), transport(down))).rejects.toMatchObject({
      name: 'RetryError',
    });
  });
});
