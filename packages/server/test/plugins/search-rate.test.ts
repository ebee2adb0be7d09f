import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import type { Query } from '../../../search/src/types.ts';
import { corpus } from '../../../search/test/protocol/support/corpus.ts';
import { fakeEngine } from '../../../search/test/protocol/support/fake-engine.ts';
import { limits } from '../../src/limits.ts';
import { useApp } from '../support/app.ts';
import { indexName, one, post, searchOptions } from '../support/search-app.ts';

const harness = useApp(searchOptions());
const request = post(one({ query: 'bind' }));
const statusFor = async (remoteAddress: string) =>
  (await harness.app.inject({ ...request, remoteAddress })).statusCode;
const { max, window } = limits.search.rate;

beforeEach(() => {
  vi.useFakeTimers({ toFake: ['Date'] });
});
afterEach(() => {
  vi.useRealTimers();
});

it('tells a client over its rate limit when to try again', async () => {
  const client = '203.0.113.7';
  for (let count = 0; count < max; count += 1) expect(await statusFor(client)).toBe(200);
  const rejected = await harness.app.inject({ ...request, remoteAddress: client });
  expect(rejected.statusCode).toBe(429);
  expect(rejected.headers['retry-after']).toBe('1');
  expect(rejected.headers['access-control-expose-headers']).toBe('retry-after');
  expect(rejected.json()).toEqual({ message: 'Too many requests: try again in 1 s', status: 429 });

  expect(await statusFor('203.0.113.8')).toBe(200);
  const page = await harness.app.inject({ url: '/guide/', remoteAddress: client });
  expect(page.statusCode).toBe(200);

  vi.setSystemTime(Date.now() + window);
  expect(await statusFor(client)).toBe(200);
});

it('counts a request with many searches as many', async () => {
  const client = '203.0.113.9';
  const searches = Array.from({ length: 50 }, () => ({ indexName }));
  const many = { ...post({ requests: searches }), remoteAddress: client };
  expect((await harness.app.inject(many)).statusCode).toBe(200);
  expect((await harness.app.inject(many)).statusCode).toBe(200);
  expect((await harness.app.inject(many)).statusCode).toBe(429);
});

it('counts a request without searches as one', async () => {
  const empty = { ...post({ requests: [] }), remoteAddress: '203.0.113.10' };
  for (let count = 0; count < max; count += 1) {
    expect((await harness.app.inject(empty)).statusCode).toBe(200);
  }
  expect((await harness.app.inject(empty)).statusCode).toBe(429);
});

describe('with searches that take a second', () => {
  const engine = fakeEngine(corpus);
  let time = 0;
  const search = (query: Query) => {
    time += 1_000;
    return engine.search(query);
  };
  const slow = useApp({ search: { engine: { ...engine, search }, now: () => time } });
  const send = async (remoteAddress: string) =>
    (await slow.app.inject({ ...request, remoteAddress })).statusCode;

  it('charges their time', async () => {
    expect(await send('203.0.113.11')).toBe(200);
    expect(await send('203.0.113.11')).toBe(200);
    expect(await send('203.0.113.11')).toBe(200);
    expect(await send('203.0.113.11')).toBe(429);
    expect(await send('203.0.113.12')).toBe(200);
  });

  it('rejects requests that were accepted before the limit was reached', async () => {
    const statuses = await Promise.all(Array.from({ length: 6 }, () => send('203.0.113.13')));
    expect(statuses.toSorted()).toEqual([200, 200, 200, 429, 429, 429]);
  });
});

describe('behind a trusted proxy', () => {
  const behind = useApp({ ...searchOptions(), trustProxy: true });
  const forwarded = (addresses: string) =>
    behind.app.inject({
      ...request,
      headers: { ...request.headers, 'x-forwarded-for': addresses },
    });

  it('counts the address that the proxy appends, whatever the client claims', async () => {
    for (let count = 0; count < max; count += 1) {
      expect((await forwarded(`198.51.100.${count}, 203.0.113.7`)).statusCode).toBe(200);
    }
    expect((await forwarded('198.51.100.200, 203.0.113.7')).statusCode).toBe(429);
    expect((await forwarded('198.51.100.200, 203.0.113.8')).statusCode).toBe(200);
  });
});
