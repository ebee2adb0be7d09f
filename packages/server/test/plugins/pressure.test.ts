import { describe, expect, it, vi } from 'vitest';
import { useApp } from '../support/app.ts';
import { indexName, one, post, searchOptions } from '../support/search-app.ts';

/** Any process holds more than a byte, from the first sample on. */
const overloaded = { rssBytes: 1, eventLoopDelay: Infinity, sampleInterval: 10 };
const query = post(one({ query: indexName }));

describe('a server that is overloaded', () => {
  const harness = useApp({ ...searchOptions(), pressure: { ...overloaded, pages: Infinity } });
  const search = () => harness.app.inject(query);

  it('refuses work, and says when to come back', async () => {
    await vi.waitFor(async () => expect((await search()).statusCode).toBe(503), 20_000);
    const { headers, ...response } = await search();
    expect(headers).toMatchObject({
      'retry-after': '5',
      'cache-control': 'no-store',
      'access-control-allow-origin': '*',
    });
    expect(response.json()).toMatchObject({ error: 'overloaded', status: 503 });
  });

  it('still sends pages, and tells how it is', async () => {
    await vi.waitFor(async () => expect((await search()).statusCode).toBe(503), 20_000);
    for (const url of ['/guide/', '/healthz', '/metrics']) {
      expect((await harness.app.inject(url)).statusCode).toBe(200);
    }
    const { body } = await harness.app.inject('/metrics');
    expect(body).toMatch(/^http_requests_refused_total\{reason="rssBytes"\} \d+$/m);
    expect(body).toMatch(/^nodejs_eventloop_lag_mean_seconds \S+$/m);
  });
});

describe('a server that is more than overloaded', () => {
  const harness = useApp({ pressure: { ...overloaded, pages: 1 } });

  it('tells only how it is', async () => {
    const page = () => harness.app.inject('/guide/');
    await vi.waitFor(async () => expect((await page()).statusCode).toBe(503), 20_000);
    expect((await page()).headers['retry-after']).toBe('5');
    expect((await harness.app.inject('/healthz')).statusCode).toBe(200);
    expect((await harness.app.inject('/metrics')).statusCode).toBe(200);
  });
});

describe('a server that is not', () => {
  const harness = useApp(searchOptions());

  it('refuses nothing', async () => {
    expect((await harness.app.inject(query)).statusCode).toBe(200);
    expect((await harness.app.inject('/guide/')).statusCode).toBe(200);
  });
});
