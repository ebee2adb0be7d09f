import { afterEach, describe, expect, it } from 'vitest';
import { proxyErrorStatus } from '../../src/proxy/errors.ts';
import { exchange, statusOf } from '../support/raw-http.ts';
import { hostileTargets, unspeakableTargets } from './data/hostile-targets.ts';
import { proxyErrorOf, rawRequest } from './support/raw-request.ts';
import { useProxy } from './support/proxy-harness.ts';

// Whatever host is named and whatever address is dialed, the socket goes to the upstream of the test, whose certificate
// is not checked before it counts: only the policy keeps its count at 0.
const proxy = useProxy({
  proxy: {
    rate: { window: 60_000, all: 10_000, client: 10_000 },
    concurrency: { all: 100, client: 100 },
  },
});

describe('a hostile target', () => {
  afterEach(() => {
    expect(proxy.upstream.connections).toBe(0);
  });

  it('has more than two hundred forms', () => {
    expect(new Set(hostileTargets.map(({ target }) => target)).size).toBe(hostileTargets.length);
    expect(hostileTargets.length).toBeGreaterThan(200);
  });

  it.each(hostileTargets)('$kind: $target', async ({ target, code }) => {
    const response = await exchange(proxy.port, rawRequest({ target }));
    expect(proxyErrorOf(response)).toBe(code);
    expect(statusOf(response)).toBe(proxyErrorStatus[code]);
  });

  it.each(unspeakableTargets)('is not a valid request: %j', async (target) => {
    expect(statusOf(await exchange(proxy.port, rawRequest({ target })))).toBe(400);
  });

  it.each(['/%70roxy/', '//proxy/', '/Proxy/', '/x/../proxy/', '/proxy%2f', '/./proxy/'])(
    'is rejected for another spelling of the path: %s',
    async (prefix) => {
      const request = rawRequest().replace('/proxy/', prefix);
      expect([400, 404, 405]).toContain(statusOf(await exchange(proxy.port, request)));
    },
  );

  it('is rejected in an absolute request target too (RFC 9112, 3.2.2)', async () => {
    const target = 'https://api.ap-in-1.anedya.io/v1/../../https://evil.example/';
    const request = rawRequest({ target }).replace('/proxy/', 'http://localhost/proxy/');
    expect(proxyErrorOf(await exchange(proxy.port, request))).toBe('target_invalid');
  });
});

describe('a valid target', () => {
  it('reaches the upstream, which counts it', async () => {
    const before = proxy.upstream.connections;
    expect(statusOf(await exchange(proxy.port, rawRequest()))).toBe(200);
    expect(proxy.upstream.connections).toBe(before + 1);
  });

  it('does so in an absolute request target', async () => {
    const request = rawRequest().replace('/proxy/', 'http://localhost/proxy/');
    expect(statusOf(await exchange(proxy.port, request))).toBe(200);
  });
});
