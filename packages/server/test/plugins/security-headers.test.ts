import { describe, expect, it } from 'vitest';
import { policies } from '../support/fixture-site.ts';
import { useApp } from '../support/app.ts';

const overTls = { 'x-forwarded-proto': 'https' };

describe('policies of _headers', () => {
  const harness = useApp();

  it.each([
    ['a page', 200, { url: '/guide/' }],
    ['an asset', 200, { url: '/assets/js/a.12345678.js' }],
    ['the health check', 200, { url: '/healthz' }],
    ['the metrics', 200, { url: '/metrics' }],
    ['an accepted page view', 204, { url: '/page-views', payload: { path: '/', title: '' } }],
    ['a part', 206, { url: '/', headers: { range: 'bytes=0-1' } }],
    ['a redirect', 308, { url: '/guide' }],
    ['an unchanged page', 304, { url: '/', headers: { 'if-none-match': '*' } }],
    ['a rejected body', 400, { url: '/page-views', payload: {} }],
    ['the not-found page', 404, { url: '/unknown/' }],
    ['a path that does not decode', 404, { url: '/%ZZ' }],
    ['another method', 405, { url: '/guide/', payload: {} }],
    ['a failed precondition', 412, { url: '/', headers: { 'if-match': '"other"' } }],
    ['a target that is too long', 414, { url: `/${'a'.repeat(4000)}` }],
    ['a parameter that is too long', 414, { url: `/1/indexes/${'a'.repeat(4000)}`, payload: {} }],
    ['an unsatisfiable range', 416, { url: '/', headers: { range: 'bytes=99999-' } }],
  ] as const)('are on %s (%i)', async (_kind, status, request) => {
    const method = 'payload' in request ? 'POST' : 'GET';
    const response = await harness.app.inject({ method, ...request });
    expect(response.statusCode).toBe(status);
    expect(response.headers).toMatchObject(policies);
  });

  it.each(['/', '/unknown/', '/healthz', '/guide'])(
    'do not name the server software: %s',
    async (url) => {
      const { headers } = await harness.app.inject({ url });
      expect(headers).not.toHaveProperty('server');
      expect(headers).not.toHaveProperty('x-powered-by');
    },
  );

  it.each(['/', '/unknown/'])('do not trust a forwarded scheme by default: %s', async (url) => {
    const { headers } = await harness.app.inject({ url, headers: overTls });
    expect(headers).not.toHaveProperty('strict-transport-security');
  });
});

describe('HSTS behind a trusted proxy (RFC 6797)', () => {
  const harness = useApp({ trustProxy: true });

  it.each(['/', '/unknown/', '/guide', '/healthz', '/assets/js/a.12345678.js'])(
    // RFC 6797, 7.1: one field on responses over secure transport.
    'is on %s over TLS',
    async (url) => {
      const { headers } = await harness.app.inject({ url, headers: overTls });
      expect(headers['strict-transport-security']).toBe('max-age=31536000; includeSubDomains');
    },
  );

  it.each([{}, { 'x-forwarded-proto': 'http' }])(
    // RFC 6797, 7.2: none over non-secure transport.
    'is absent with %o',
    async (headers) => {
      const response = await harness.app.inject({ url: '/', headers });
      expect(response.headers).not.toHaveProperty('strict-transport-security');
    },
  );
});
