import { describe, expect, it } from 'vitest';
import { apiUrl } from './support/api-documents.ts';
import { ownOrigin, useProxy } from './support/proxy-harness.ts';

const listed = 'https://preview.example.org';
const proxy = useProxy({ proxyCorsOrigins: [listed] });
const from = (headers: Record<string, string>) => proxy.request({ headers });

describe.each([ownOrigin, listed])('a page of %s', (origin) => {
  it('may read responses and errors', async () => {
    const response = await from({ origin, 'sec-fetch-site': 'cross-site' });
    expect(response.statusCode).toBe(200);
    expect(response.headers).toMatchObject({
      'access-control-allow-origin': origin,
      'access-control-expose-headers': 'x-proxy-error, x-proxied, retry-after',
      vary: 'Origin',
    });
    const rejected = await proxy.request({ headers: { origin }, target: 'https://evil.example/' });
    expect(rejected.headers).toMatchObject({
      'access-control-allow-origin': origin,
      'x-proxy-error': 'target_not_allowed',
    });
  });

  it('gets a response to its preflight request', async () => {
    const response = await proxy.app.inject({
      method: 'OPTIONS',
      url: `/proxy/${apiUrl}`,
      headers: {
        origin,
        'access-control-request-method': 'POST',
        'access-control-request-headers': 'authorization,content-type',
      },
    });
    expect(response.statusCode).toBe(204);
    expect(response.headers).toMatchObject({
      'access-control-allow-origin': origin,
      'access-control-allow-methods': 'POST',
      'access-control-allow-headers':
        'content-type, accept, authorization, x-anedya-tokenid, x-anedya-timestamp, ' +
        'x-anedya-signatureversion, x-anedya-signature, auth-mode',
      'access-control-max-age': '600',
    });
    expect(response.headers).not.toHaveProperty('access-control-allow-credentials');
    expect(response.headers).not.toHaveProperty('x-proxy-error');
  });
});

it('a page of the server itself needs no CORS headers', async () => {
  const origin = `http://localhost:${proxy.port}`;
  const response = await from({ origin, host: `localhost:${proxy.port}` });
  expect(response.statusCode).toBe(200);
  expect(response.headers).not.toHaveProperty('access-control-allow-origin');
});

describe('a page of another site', () => {
  it.each([
    [{ origin: 'https://example.org' }],
    [{ origin: 'null' }],
    [{ origin: 'https://docs.anedya.io.example.org' }],
    [{ origin: 'http://docs.anedya.io' }],
    [{ 'sec-fetch-site': 'cross-site' }],
    [{ origin: 'https://example.org', host: 'docs.anedya.io' }],
    // Trusted only behind a proxy that sets them.
    [{ origin: 'https://example.org', 'x-forwarded-host': 'example.org' }],
  ])('is rejected: %j', async (headers) => {
    const before = proxy.upstream.requests;
    const response = await from(headers);
    expect(response.headers['x-proxy-error']).toBe('origin_not_allowed');
    expect(response.headers).not.toHaveProperty('access-control-allow-origin');
    expect(proxy.upstream.requests).toBe(before);
  });

  it('gets no CORS headers for its preflight request', async () => {
    const response = await proxy.app.inject({
      method: 'OPTIONS',
      url: `/proxy/${apiUrl}`,
      headers: { origin: 'https://example.org', 'access-control-request-method': 'POST' },
    });
    expect(response.statusCode).toBe(403);
    expect(response.headers).not.toHaveProperty('access-control-allow-origin');
  });
});
