import type { ServerResponse } from 'node:http';
import { afterEach, describe, expect, it, vi } from 'vitest';
import { apiUrl } from './support/api-documents.ts';
import { useProxy, type ProxyHarness } from './support/proxy-harness.ts';

const errorOf = async (response: ReturnType<ProxyHarness['request']>) => {
  const { headers, statusCode } = await response;
  return [statusCode, headers['x-proxy-error'], headers['retry-after']];
};

describe('requests in a window', () => {
  const proxy = useProxy({ proxy: { rate: { window: 60_000, all: 5, client: 2 } } });
  const request = (remoteAddress: string) => proxy.request({ remoteAddress });
  afterEach(() => void vi.useRealTimers());

  it('are limited per client and in total, with Retry-After', async () => {
    vi.useFakeTimers({ toFake: ['Date'], now: Date.now() });
    expect((await request('203.0.113.7')).statusCode).toBe(200);
    expect((await request('203.0.113.7')).statusCode).toBe(200);
    vi.setSystemTime(Date.now() + 15_500);
    expect(await errorOf(request('203.0.113.7'))).toEqual([429, 'too_many_requests', '15']);

    // One subscriber has all addresses of a /64 (RFC 6177).
    expect((await request('2001:db8:1:2::1')).statusCode).toBe(200);
    expect((await request('2001:db8:1:2::2')).statusCode).toBe(200);
    expect(await errorOf(request('2001:db8:1:2::3'))).toEqual([429, 'too_many_requests', '30']);

    expect((await request('203.0.113.8')).statusCode).toBe(200);
    expect((await request('203.0.113.9')).statusCode).toBe(200);
    expect(await errorOf(request('203.0.113.10'))).toEqual([503, 'busy', '9']);

    const page = await proxy.app.inject({ url: '/guide/', remoteAddress: '203.0.113.7' });
    expect(page.statusCode).toBe(200);
    const preflight = { method: 'OPTIONS', url: `/proxy/${apiUrl}` } as const;
    expect((await proxy.app.inject(preflight)).statusCode).toBe(204);

    vi.setSystemTime(Date.now() + 60_000);
    expect((await request('203.0.113.7')).statusCode).toBe(200);
  });
});

describe('requests in flight', () => {
  const proxy = useProxy({ proxy: { concurrency: { all: 3, client: 2 } } });
  const request = (remoteAddress: string) => proxy.request({ remoteAddress });

  it('are limited per client and in total', async () => {
    const waiting: ServerResponse[] = [];
    proxy.upstream.handler = (_request, response) => void waiting.push(response);
    const first = request('203.0.113.7');
    const others = [request('203.0.113.7'), request('203.0.113.8')];
    await vi.waitFor(() => expect(waiting).toHaveLength(3));

    expect(await errorOf(request('203.0.113.7'))).toEqual([429, 'too_many_requests', '1']);
    // The client with the most requests loses its oldest to a client without any.
    const newcomer = request('203.0.113.9');
    expect(await errorOf(first)).toEqual([503, 'busy', '1']);
    await vi.waitFor(() => expect(waiting).toHaveLength(4), { timeout: 20_000 });
    expect(await errorOf(request('203.0.113.10'))).toEqual([503, 'busy', '1']);

    for (const response of waiting) response.end();
    const statuses = (await Promise.all([newcomer, ...others])).map(({ statusCode }) => statusCode);
    expect(statuses).toEqual([200, 200, 200]);
    proxy.upstream.handler = (_request, response) => response.end();
    expect((await request('203.0.113.10')).statusCode).toBe(200);
  });

  it('release their slots, however they end', async () => {
    proxy.upstream.handler = ({ socket }) => socket.destroy();
    for (let at = 0; at < 10; at += 1) {
      expect((await request('203.0.113.7')).headers['x-proxy-error']).toBe('upstream_broken');
      const rejected = proxy.request({
        remoteAddress: '203.0.113.7',
        payload: Buffer.alloc(300_000),
      });
      expect((await rejected).headers['x-proxy-error']).toBe('body_too_large');
    }
    proxy.upstream.handler = (_request, response) => response.end();
    expect((await request('203.0.113.7')).statusCode).toBe(200);
  });
});
