import { beforeEach, describe, expect, it } from 'vitest';
import { innerAddresses } from './data/inner-addresses.ts';
import { publicAddress, useProxy } from './support/proxy-harness.ts';

/** Responses of the resolver, one per query; the last one repeats. */
let resolutions: readonly (readonly string[])[] = [];
let queries = 0;
let dialed: string[] = [];
const ports: { upstream: number } = { upstream: 0 };

const proxy = useProxy({
  proxy: {
    rate: { window: 60_000, all: 10_000, client: 10_000 },
    resolve: () => {
      const addresses = resolutions[Math.min(queries, resolutions.length - 1)] ?? [];
      queries += 1;
      return Promise.resolve(addresses);
    },
    dial: (address) => {
      dialed.push(address);
      return { host: '127.0.0.1', port: ports.upstream };
    },
  },
});

beforeEach(() => {
  ports.upstream = proxy.upstream.port;
  queries = 0;
  dialed = [];
  // Each request needs a new connection.
  proxy.upstream.handler = (_request, response) => response.setHeader('connection', 'close').end();
});

describe('a name with an internal address', () => {
  it.each(innerAddresses)('%s (%s) is rejected', async (address) => {
    resolutions = [[address]];
    const response = await proxy.request();
    expect(response.headers['x-proxy-error']).toBe('address_not_allowed');
    expect(response.body).not.toContain(address === '' ? '\0' : address);
    expect(proxy.upstream.connections).toBe(0);
  });

  it.each([
    ['last', [publicAddress, '127.0.0.1']],
    ['first', ['127.0.0.1', publicAddress]],
    ['in the middle', [publicAddress, '::1', '1.1.1.1']],
    ['mapped', [publicAddress, '::ffff:10.0.0.1']],
  ])('is rejected with one internal address among public ones, %s', async (_place, addresses) => {
    resolutions = [addresses];
    expect((await proxy.request()).headers['x-proxy-error']).toBe('address_not_allowed');
    expect(proxy.upstream.connections).toBe(0);
  });
});

describe('a name with a public address at first (DNS rebinding)', () => {
  it('is resolved once per connection, which uses the checked address', async () => {
    resolutions = [[publicAddress], ['127.0.0.1']];
    expect((await proxy.request()).statusCode).toBe(200);
    expect(queries).toBe(1);
    expect(dialed).toEqual([publicAddress]);
    expect(proxy.upstream.connections).toBe(1);
  });

  it('is checked again for the next connection', async () => {
    const before = proxy.upstream.connections;
    resolutions = [[publicAddress], ['127.0.0.1']];
    expect((await proxy.request()).statusCode).toBe(200);
    expect((await proxy.request()).headers['x-proxy-error']).toBe('address_not_allowed');
    expect(dialed).toEqual([publicAddress]);
    expect(proxy.upstream.connections).toBe(before + 1);
  });

  it('is not resolved again while the connection is reused', async () => {
    proxy.upstream.handler = (_request, response) => response.end();
    const before = proxy.upstream.connections;
    resolutions = [[publicAddress], ['127.0.0.1']];
    expect((await proxy.request()).statusCode).toBe(200);
    expect((await proxy.request()).statusCode).toBe(200);
    expect(queries).toBe(1);
    expect(proxy.upstream.connections).toBe(before + 1);
  });
});
