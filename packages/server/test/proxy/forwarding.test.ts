import type { IncomingHttpHeaders } from 'node:http';
import { buffer } from 'node:stream/consumers';
import { beforeEach, describe, expect, it } from 'vitest';
import { apiHost, apiUrl } from './support/api-documents.ts';
import { ownOrigin, useProxy } from './support/proxy-harness.ts';

const proxy = useProxy();

interface Seen {
  method: string | undefined;
  url: string | undefined;
  headers: IncomingHttpHeaders;
  body: Buffer;
}
let seen: Seen | undefined;
beforeEach(() => {
  seen = undefined;
  proxy.upstream.handler = (request, response) => {
    void buffer(request).then((body) => {
      const { method, url, headers } = request;
      seen = { method, url, headers, body };
      response.setHeader('content-type', 'application/json').end('{"errorcode":0}');
    });
  };
});

describe('the forwarded request', () => {
  it('has method, path and query of the target, and the same body', async () => {
    const payload = Buffer.from([0, 0xff, 0xfe, 0x0d, 0x0a, 0x7b]);
    const response = await proxy.request({ target: `${apiUrl}?limit=5&q=//x/../%2e`, payload });
    expect(response.statusCode).toBe(200);
    expect(response.headers['x-proxied']).toBe('1');
    expect(seen).toMatchObject({ method: 'POST', url: '/v1/node/list?limit=5&q=//x/../%2e' });
    expect(seen?.body).toEqual(payload);
  });

  it('has no body where the request has none', async () => {
    await proxy.request({ payload: undefined, headers: {} });
    expect(seen?.headers['content-length']).toBe('0');
    expect(seen?.body).toHaveLength(0);
  });

  it('has the headers of both documents and of content negotiation only', async () => {
    const passed = {
      authorization: 'ANEDYASIGV1',
      'x-anedya-tokenid': 'id',
      'x-anedya-timestamp': '1700000000',
      'x-anedya-signatureversion': 'v1',
      'x-anedya-signature': 'ab'.repeat(32),
      'auth-mode': 'key',
      'content-type': 'application/json',
      accept: 'application/json',
    };
    const stays = {
      cookie: 'a=b',
      origin: ownOrigin,
      referer: `${ownOrigin}/`,
      'x-forwarded-for': '203.0.113.7',
      forwarded: 'for=203.0.113.7',
      'accept-encoding': 'gzip, br',
      'user-agent': 'a browser',
      'x-other': '1',
    };
    await proxy.request({ headers: { ...passed, ...stays } });
    expect(seen?.headers).toEqual({
      ...passed,
      host: apiHost,
      connection: 'keep-alive',
      'accept-encoding': 'identity',
      'content-length': '2',
    });
  });
});

describe('the response', () => {
  it.each([200, 204, 400, 401, 404, 422, 429, 500, 503])('has the status %i', async (status) => {
    proxy.upstream.handler = (_request, response) => {
      response.writeHead(status, { 'retry-after': '7' }).end(status === 204 ? undefined : 'body');
    };
    const response = await proxy.request();
    expect(response.statusCode).toBe(status);
    expect(response.headers['retry-after']).toBe('7');
    expect(response.headers).not.toHaveProperty('x-proxy-error');
    expect(response.body).toBe(status === 204 ? '' : 'body');
  });

  it('is harmless on the origin of the site', async () => {
    proxy.upstream.handler = (_request, response) => {
      response
        .writeHead(200, {
          'content-type': 'text/html',
          'set-cookie': ['a=b', 'c=d'],
          'access-control-allow-origin': '*',
          'access-control-allow-credentials': 'true',
          'content-security-policy': 'default-src *',
          'cache-control': 'public, max-age=600',
          'x-proxy-error': 'busy',
          'clear-site-data': '"*"',
          location: 'https://evil.example',
        })
        .end('<script>alert(1)</script>');
    };
    const response = await proxy.request();
    expect(response.headers).toMatchObject({
      'content-type': 'text/html',
      'cache-control': 'no-store',
      'x-content-type-options': 'nosniff',
      'content-security-policy': "sandbox; default-src 'none'",
      vary: 'Origin',
    });
    for (const name of [
      'set-cookie',
      'access-control-allow-origin',
      'access-control-allow-credentials',
      'x-proxy-error',
      'clear-site-data',
      'location',
    ]) {
      expect(response.headers).not.toHaveProperty(name);
    }
  });

  it('may be 5 MB long', async () => {
    proxy.upstream.handler = (_request, response) => response.end(Buffer.alloc(5_000_000));
    const response = await proxy.request();
    expect(response.statusCode).toBe(200);
    expect(response.rawPayload).toHaveLength(5_000_000);
  });
});

it('accepts a body of 256 kB', async () => {
  const response = await proxy.request({ payload: Buffer.alloc(256_000) });
  expect(response.statusCode).toBe(200);
  expect(seen?.body).toHaveLength(256_000);
});

it('reuses the connection for the next request', async () => {
  await proxy.request();
  const before = proxy.upstream.connections;
  await proxy.request();
  await proxy.request();
  expect(proxy.upstream.connections).toBe(before);
});

describe.each(['10.0.0.5', 'fd00::5'])('a configured origin with the address %s', (address) => {
  const origin = `https://${address.includes(':') ? `[${address}]` : address}:8443`;
  const internal = useProxy({ names: [address], proxyAllowedOrigins: [origin] });

  it('is checked against its certificate', async () => {
    const { statusCode, headers } = await internal.request({ target: `${origin}/` });
    expect([statusCode, headers['x-proxy-error']]).toEqual([200, undefined]);
  });
});

describe('below a base path', () => {
  const below = useProxy({ basePath: '/docs/' });

  it('serves the proxy', async () => {
    expect((await below.request()).statusCode).toBe(200);
    const response = await below.app.inject({ method: 'POST', url: `/proxy/${apiUrl}` });
    expect(response.statusCode).toBe(405);
    expect(response.headers).not.toHaveProperty('x-proxy-error');
  });
});
