import { once } from 'node:events';
import { createServer, type AddressInfo, type Server } from 'node:net';
import type { InjectOptions } from 'fastify';
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import { faultStatus, type FaultCode } from '../../src/proxy/fault-codes.ts';
import { useApp } from '../support/app.ts';
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

async function expectFault(
  code: FaultCode,
  call: Partial<InjectOptions> & { target?: string } = {},
) {
  const answer = await proxy.call(call);
  expect(answer.headers['x-proxy-error']).toBe(code);
  expect(answer.statusCode).toBe(faultStatus[code]);
  expect(answer.headers['content-type']).toBe('application/json; charset=utf-8');
  expect(answer.headers['cache-control']).toBe('no-store');
  const body = answer.json<Record<string, string>>();
  expect(Object.keys(body)).toEqual(['error', 'message', 'hint']);
  expect(body.error).toBe(code);
  expect(body.message?.length).toBeGreaterThan(10);
  expect(body.hint?.length).toBeGreaterThan(5);
  expect(answer.body).not.toContain('secret');
  provoked.add(code);
  return answer;
}

beforeAll(() => {
  way.port = proxy.upstream.port;
});
afterEach(() => {
  Object.assign(way, { port: proxy.upstream.port, addresses: [publicAddress], resolves: true });
});

describe('refused before anything is called', () => {
  it('target_invalid', () => expectFault('target_invalid', { target: 'ftp://secret' }));
  it('target_not_allowed', () =>
    expectFault('target_not_allowed', { target: 'https://example.org/?secret' }));
  it('origin_not_allowed', () =>
    expectFault('origin_not_allowed', { headers: { origin: 'https://example.org' } }));
  it('headers_invalid', () =>
    expectFault('headers_invalid', {
      headers: { authorization: 'secret', connection: 'authorization' },
    }));
  it('headers_invalid for a type that is none', () =>
    expectFault('headers_invalid', { headers: { 'content-type': 'secret' } }));
  it('body_too_large', () => expectFault('body_too_large', { payload: Buffer.alloc(256_001) }));

  it.each(['GET', 'HEAD', 'PUT', 'PATCH', 'DELETE', 'TRACE', 'PROPFIND', 'SEARCH'])(
    'method_not_allowed: %s',
    async (method) => {
      const call = { method: method as 'GET', payload: undefined };
      const answer = await proxy.call(call);
      expect(answer.statusCode).toBe(405);
      expect(answer.headers.allow).toBe('POST, OPTIONS');
      if (method !== 'HEAD') await expectFault('method_not_allowed', call);
    },
  );
});

describe('refused or failed on the way to the host', () => {
  it('dns_failed', async () => {
    way.resolves = false;
    await expectFault('dns_failed');
  });
  it('dns_failed for a name without addresses', async () => {
    way.addresses = [];
    await expectFault('dns_failed');
  });
  it('address_refused', async () => {
    way.addresses = ['10.0.0.1'];
    await expectFault('address_refused');
  });

  it('connect_failed', async () => {
    const gone = createServer();
    await once(gone.listen(0, '127.0.0.1'), 'listening');
    way.port = (gone.address() as AddressInfo).port;
    gone.close();
    await once(gone, 'close');
    await expectFault('connect_failed');
  });

  describe('by a host that speaks no TLS', () => {
    let behavior: 'silent' | 'plain' | 'hang up' = 'silent';
    let host: Server;
    beforeAll(async () => {
      host = createServer((socket) => {
        socket.on('error', () => undefined).resume();
        if (behavior === 'plain') socket.end('HTTP/1.1 200 OK\r\n\r\n');
        if (behavior === 'hang up') socket.destroy();
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
      await expectFault('connect_timeout');
    });
    it.each(['plain', 'hang up'] as const)('tls_failed: %s', async (as) => {
      reach(as);
      await expectFault('tls_failed');
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
      await expectFault('tls_failed');
    });
    it('tls_failed: for the address instead of the name', async () => {
      await reach(await proxy.authority.issue([publicAddress]));
      await expectFault('tls_failed');
    });
    it('tls_failed: expired', async () => {
      const validity = { notBefore: new Date(0), notAfter: new Date(1000) };
      await reach(await proxy.authority.issue([apiHost], validity));
      await expectFault('tls_failed');
    });
    it('tls_failed: by an authority that nobody trusts', async () => {
      const { createAuthority } = await import('../support/certificates.ts');
      await reach(await (await createAuthority()).issue([apiHost]));
      await expectFault('tls_failed');
    });
  });

  it('goes on to the next address when one takes no connection', async () => {
    way.addresses = [publicAddress, '1.1.1.1'];
    expect((await proxy.call()).statusCode).toBe(200);
  });
});

describe('failed at the host', () => {
  it.each([301, 302, 303, 307, 308])('redirect_refused: %i', async (status) => {
    proxy.upstream.handler = (_request, response) => {
      response.writeHead(status, { location: 'https://169.254.169.254/secret' }).end('secret');
    };
    const before = proxy.upstream.requests;
    const answer = await expectFault('redirect_refused');
    expect(answer.headers).not.toHaveProperty('location');
    expect(proxy.upstream.requests).toBe(before + 1);
  });

  it('upstream_timeout: no answer', async () => {
    proxy.upstream.handler = () => undefined;
    await expectFault('upstream_timeout');
  });

  it('upstream_timeout: no body after the headers', async () => {
    proxy.upstream.handler = (_request, response) => {
      response.writeHead(200, { 'content-type': 'text/html', 'content-length': 9 }).flushHeaders();
    };
    await expectFault('upstream_timeout');
  });

  it('answer_too_large: announced', async () => {
    proxy.upstream.handler = (_request, response) => {
      response.writeHead(200, { 'content-length': 5_000_001 }).end(Buffer.alloc(5_000_001));
    };
    await expectFault('answer_too_large');
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
    await expectFault('upstream_broken');
  });
});

describe('a site without API documents', () => {
  const bare = useApp();

  it('not_configured, whatever is asked, and a warning at the start', async () => {
    for (const method of ['POST', 'GET', 'OPTIONS'] as const) {
      const answer = await bare.app.inject({ method, url: `/proxy/${apiUrl}` });
      expect(answer.headers['x-proxy-error']).toBe('not_configured');
      expect(answer.statusCode).toBe(503);
    }
    provoked.add('not_configured');
    expect(bare.lines.join('')).toContain(
      'No API document for the proxy (specs/platform.openapi.json): the built site has none',
    );
  });
});

it('every code but those of load is provoked above', () => {
  const ofLoad = ['too_many_requests', 'busy'];
  expect([...provoked, ...ofLoad].sort()).toEqual(Object.keys(faultStatus).sort());
});
