import { describe, expect, it, vi } from 'vitest';
import { useApp } from '../support/app.ts';
import { indexName, one, post, searchOptions } from '../support/search-app.ts';

/** Every process uses more than a byte. */
const overloaded = { rssBytes: 1, eventLoopDelay: Infinity, sampleInterval: 10 };
const query = post(one({ query: indexName }));

describe('an overloaded server', () => {
  const harness = useApp({ ...searchOptions(), pressure: { ...overloaded, pageFactor: Infinity } });
  const search = () => harness.app.inject(query);

  it('rejects requests with Retry-After', async () => {
    await vi.waitFor(async () => expect((await search()).statusCode).toBe(503), 20_000);
    const { headers, ...response } = await search();
    expect(headers).toMatchObject({
      'retry-after': '5',
      'cache-control': 'no-store',
      'access-control-allow-origin': '*',
    });
    expect(response.json()).toMatchObject({ error: 'overloaded', status: 503 });
  });

  it('still serves pages, health and metrics', async () => {
    await vi.waitFor(async () => expect((await search()).statusCode).toBe(503), 20_000);
    for (const url of ['/guide/', '/healthz', '/metrics']) {
      expect((await harness.app.inject(url)).statusCode).toBe(200);
    }
    const { body } = await harness.app.inject('/metrics');
    expect(body).toMatch(/^http_requests_rejected_total\{reason="rssBytes"\} \d+$/m);
    expect(body).toMatch(/^nodejs_eventloop_lag_mean_seconds \S+$/m);
  });
});

describe('a severely overloaded server', () => {
  const harness = useApp({ pressure: { ...overloaded, pageFactor: 1 } });

  it('serves only health and metrics', async () => {
    const page = () => harness.app.inject('/guide/');
    await vi.waitFor(async () => expect((await page()).statusCode).toBe(503), 20_000);
    expect((await page()).headers['retry-after']).toBe('5');
    expect((await harness.app.inject('/healthz')).statusCode).toBe(200);
    expect((await harness.app.inject('/metrics')).statusCode).toBe(200);
  });
});

describe('a server under normal load', () => {
  const harness = useApp(searchOptions());

  it('rejects nothing', async () => {
    expect((await harness.app.inject(query)).statusCode).toBe(200);
    expect((await harness.app.inject('/guide/')).statusCode).toBe(200);
  });
});
