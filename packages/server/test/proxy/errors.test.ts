import { once } from 'node:events';
import { createServer, type AddressInfo, type Server } from 'node:net';
import type { InjectOptions } from 'fastify';
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import { proxyErrorStatus, type ProxyErrorCode } from '../../src/proxy/errors.ts';
import { useApp } from '../support/app.ts';
import { policies, texts } from '../support/fixture-site.ts';
import { startHttpsUpstream, type Upstream } from '../support/https-upstream.ts';
import { apiHost, apiUrl } from './support/api-documents.ts';
import { publicAddress, useProxy } from './support/proxy-harness.ts';

const way = { port: 0, addresses: [publicAddress] as readonly string[], resolves: true };
const proxy = useProxy({
  proxy: {
    resolve: () =>
      way.resolves ? Promise.resolve(way.addresses) : Promise.reject(new Error('ENOTFOUND secret')),
    dial: () => ({ host: '127.0.0.1', port: way.port }),
    timeouts: { connect: 1_000, total: 1_500 },
  },
});
const provoked = new Set<string>();

async function expectError(
  code: ProxyErrorCode,
  request: Partial<InjectOptions> & { target?: string } = {},
) {
  const response = await proxy.request(request);
  expect(response.headers['x-proxy-error']).toBe(code);
  expect(response.statusCode).toBe(proxyErrorStatus[code]);
  expect(response.headers['content-type']).toBe('application/json; charset=utf-8');
  expect(response.headers['cache-control']).toBe('no-store');
  const body = response.json<Record<string, string>>();
  expect(Object.keys(body)).toEqual(['error', 'message', 'hint']);
  expect(body.error).toBe(code);
  expect(body.message?.length).toBeGreaterThan(10);
  expect(body.hint?.length).toBeGreaterThan(5);
  expect(response.body).not.toContain('secret');
  provoked.add(code);
  return response;
}

beforeAll(() => {
  way.port = proxy.upstream.port;
});
afterEach(() => {
  Object.assign(way, { port: proxy.upstream.port, addresses: [publicAddress], resolves: true });
});

describe('rejected before a connection is opened', () => {
  it('target_invalid', () => expectError('target_invalid', { target: 'ftp://secret' }));
  it('target_not_allowed', () =>
    expectError('target_not_allowed', { target: 'https://example.org/?secret' }));
  it('origin_not_allowed', () =>
    expectError('origin_not_allowed', { headers: { origin: 'https://example.org' } }));
  it('headers_invalid', () =>
    expectError('headers_invalid', {
      headers: { authorization: 'secret', connection: 'authorization' },
    }));
  it('headers_invalid for an invalid content type', () =>
    expectError('headers_invalid', { headers: { 'content-type': 'secret' } }));
  it('body_too_large', () => expectError('body_too_large', { payload: Buffer.alloc(256_001) }));

  it.each(['GET', 'HEAD', 'PUT', 'PATCH', 'DELETE', 'TRACE', 'PROPFIND', 'SEARCH'])(
    'method_not_allowed: %s',
    async (method) => {
      const options = { method: method as 'GET', payload: undefined };
      const response = await proxy.request(options);
      expect(response.statusCode).toBe(405);
      expect(response.headers.allow).toBe('POST, OPTIONS');
      if (method !== 'HEAD') await expectError('method_not_allowed', options);
    },
  );
});

describe('a path that names no target', () => {
  const open = (target: string, accept: string) =>
    proxy.request({ method: 'GET', payload: undefined, target, headers: { accept } });
  const asBrowser = 'text/html,application/xhtml+xml,*/*;q=0.8';

  // docs/behavior.md, section 2: any unknown path shows the not-found page.
  it.each(['', 'x/', 'platform/'])('%j shows a browser the not-found page', async (target) => {
    const { statusCode, headers, body } = await open(target, asBrowser);
    expect([statusCode, body]).toEqual([404, texts['404.html']]);
    expect(headers).toMatchObject(policies);
    expect(headers['x-proxy-error']).toBeUndefined();
  });

  it('is an error for programs, and a target is one for browsers', async () => {
    expect((await open('x/', '*/*')).headers['x-proxy-error']).toBe('method_not_allowed');
    expect((await open(apiUrl, asBrowser)).headers['x-proxy-error']).toBe('method_not_allowed');
  });
});

describe('rejected or failed on the way to the host', () => {
  it('dns_failed', async () => {
    way.resolves = false;
    await expectError('dns_failed');
  });
  it('dns_failed for a name without addresses', async () => {
    way.addresses = [];
    await expectError('dns_failed');
  });
  it('address_not_allowed', async () => {
    way.addresses = ['10.0.0.1'];
    await expectError('address_not_allowed');
  });

  it('connect_failed', async () => {
    const gone = createServer();
    await once(gone.listen(0, '127.0.0.1'), 'listening');
    way.port = (gone.address() as AddressInfo).port;
    gone.close();
    await once(gone, 'close');
    await expectError('connect_failed');
  });

  describe('by a host without TLS', () => {
    let behavior: 'silent' | 'plain' | 'disconnect' = 'silent';
    let host: Server;
    beforeAll(async () => {
      host = createServer((socket) => {
        socket.on('error', () => undefined).resume();
        if (behavior === 'plain') socket.end('HTTP/1.1 200 OK\r\n\r\n');
        if (behavior === 'disconnect') socket.destroy();
      });
      await once(host.listen(0, '127.0.0.1'), 'listening');
    });
    afterAll(() => void host.close());
    const reach = (as: typeof behavior) => {
      behavior = as;
      way.port = (host.address() as AddressInfo).port;
    };

    it('connect_timeout', async () => {
      reach('silent');
      await expectError('connect_timeout');
    });
    it.each(['plain', 'disconnect'] as const)('tls_failed: %s', async (as) => {
      reach(as);
      await expectError('tls_failed');
    });
  });

  describe('by a certificate', () => {
    let host: Upstream;
    const reach = async (certificate: Parameters<typeof startHttpsUpstream>[0]) => {
      host = await startHttpsUpstream(certificate, (_request, response) => response.end('secret'));
      way.port = host.port;
    };
    afterEach(async () => {
      expect(host.connections).toBe(1);
      expect(host.requests).toBe(0);
      await host.close();
    });

    it('tls_failed: for another name', async () => {
      await reach(await proxy.authority.issue(['example.org']));
      await expectError('tls_failed');
    });
    it('tls_failed: for the address instead of the name', async () => {
      await reach(await proxy.authority.issue([publicAddress]));
      await expectError('tls_failed');
    });
    it('tls_failed: expired', async () => {
      const validity = { notBefore: new Date(0), notAfter: new Date(1000) };
      await reach(await proxy.authority.issue([apiHost], validity));
      await expectError('tls_failed');
    });
    it('tls_failed: untrusted authority', async () => {
      const { createAuthority } = await import('../support/certificates.ts');
      await reach(await (await createAuthority()).issue([apiHost]));
      await expectError('tls_failed');
    });
  });

  it('tries the next address when one accepts no connection', async () => {
    way.addresses = [publicAddress, '1.1.1.1'];
    expect((await proxy.request()).statusCode).toBe(200);
  });
});

describe('failed at the host', () => {
  it.each([301, 302, 303, 307, 308])('redirect_not_followed: %i', async (status) => {
    proxy.upstream.handler = (_request, response) => {
      response.writeHead(status, { location: 'https://169.254.169.254/secret' }).end('secret');
    };
    const before = proxy.upstream.requests;
    const response = await expectError('redirect_not_followed');
    expect(response.headers).not.toHaveProperty('location');
    expect(proxy.upstream.requests).toBe(before + 1);
  });

  it('upstream_timeout: no response', async () => {
    proxy.upstream.handler = () => undefined;
    await expectError('upstream_timeout');
  });

  it('upstream_timeout: no body after the headers', async () => {
    proxy.upstream.handler = (_request, response) => {
      response.writeHead(200, { 'content-type': 'text/html', 'content-length': 9 }).flushHeaders();
    };
    await expectError('upstream_timeout');
  });

  it('response_too_large: announced', async () => {
    proxy.upstream.handler = (_request, response) => {
      response.writeHead(200, { 'content-length': 5_000_001 }).end(Buffer.alloc(5_000_001));
    };
    await expectError('response_too_large');
  });

  it.each([
    ['resets the connection', ''],
    ['speaks another protocol', 'SSH-2.0-OpenSSH\r\n'],
    ['sends a broken header', 'HTTP/1.1 200 OK\r\nBro ken: secret\r\n\r\n'],
    ['names two lengths', 'HTTP/1.1 200 OK\r\nContent-Length: 1\r\nContent-Length: 2\r\n\r\na'],
    [
      'names a length and chunks',
      'HTTP/1.1 200 OK\r\nContent-Length: 1\r\nTransfer-Encoding: chunked\r\n\r\n0\r\n\r\n',
    ],
    ['switches protocols', 'HTTP/1.1 101 Switching Protocols\r\nUpgrade: secret\r\n\r\n'],
    ['has a status beyond those of HTTP', 'HTTP/1.1 999 secret\r\nContent-Length: 0\r\n\r\n'],
    ['sends huge headers', `HTTP/1.1 200 OK\r\nA: ${'secret'.repeat(4000)}\r\n\r\n`],
    ['breaks before the body', 'HTTP/1.1 200 OK\r\nContent-Length: 9\r\n\r\n'],
    ['sends chunks that are none', 'HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\n\r\nsecret'],
    [
      'packs the body, unasked',
      'HTTP/1.1 200 OK\r\nContent-Encoding: gzip\r\nContent-Length: 1\r\n\r\na',
    ],
  ])('upstream_broken: %s', async (_case, bytes) => {
    proxy.upstream.handler = ({ socket }) => {
      socket.write(bytes, 'latin1', () => socket.destroy());
    };
    await expectError('upstream_broken');
  });
});

describe('a site without API documents', () => {
  const bare = useApp();

  it('not_configured for every request, and a warning at startup', async () => {
    for (const method of ['POST', 'GET', 'OPTIONS'] as const) {
      const response = await bare.app.inject({ method, url: `/proxy/${apiUrl}` });
      expect(response.headers['x-proxy-error']).toBe('not_configured');
      expect(response.statusCode).toBe(503);
    }
    provoked.add('not_configured');
    expect(bare.lines.join('')).toContain(
      'No API document for the proxy (specs/platform.openapi.json): the built site has none',
    );
  });
});

it('the tests above produce every code except those of load', () => {
  const ofLoad = ['too_many_requests', 'busy'];
  expect([...provoked, ...ofLoad].sort()).toEqual(Object.keys(proxyErrorStatus).sort());
});
