import { afterEach, beforeAll, describe, expect, it } from 'vitest';
import { texts } from './support/fixture-site.ts';
import { useApp } from './support/app.ts';
import { exchange, getRequest, listen, statusOf } from './support/raw-http.ts';

const harness = useApp();
let port = 0;
beforeAll(async () => {
  port = await listen(harness.app);
});

/** After any bytes, the next client gets a response. */
afterEach(async () => {
  expect(statusOf(await exchange(port, getRequest('/healthz')))).toBe(200);
});

const bodyOf = (response: string) => response.slice(response.indexOf('\r\n\r\n') + 4);

describe('a path outside the site', () => {
  it.each([
    '/../../etc/passwd',
    '/../package.json',
    '/guide/../../../etc/passwd',
    '/..%2f..%2fetc/passwd',
    '/..%2F..%2Fetc%2Fpasswd',
    '/%2e%2e/%2e%2e/etc/passwd',
    '/%2e%2e%2f%2e%2e%2fetc/passwd',
    '/%252e%252e%252fetc/passwd',
    '/..%5c..%5cetc/passwd',
    '/..\\..\\etc\\passwd',
    '/....//....//etc/passwd',
    '/%c0%ae%c0%ae/etc/passwd',
    '/assets/..%2f_headers',
    '/guide%2findex.html',
    '/guide/%00',
    '/index.html%00.js',
    '/%00',
    '/.git/config',
    '//example.org',
    '//example.org/guide',
    '/\\guide',
    '//example.org/%2e%2e',
  ])('%s gets the not-found page, or 400', async (target) => {
    const response = await exchange(port, getRequest(target));
    expect([400, 404]).toContain(statusOf(response));
    expect(response).not.toMatch(/^location:/im);
    if (statusOf(response) === 404) expect(bodyOf(response)).toBe(texts['404.html']);
  });
});

describe('size limits', () => {
  it('responds with 414 to a target of 10 kB', async () => {
    expect(statusOf(await exchange(port, getRequest(`/${'a'.repeat(10_000)}`)))).toBe(414);
    expect(statusOf(await exchange(port, getRequest(`/?${'a'.repeat(10_000)}`)))).toBe(414);
  });

  it('accepts a target of 2048 characters, and no more', async () => {
    expect(statusOf(await exchange(port, getRequest(`/${'a'.repeat(2047)}`)))).toBe(404);
    expect(statusOf(await exchange(port, getRequest(`/${'a'.repeat(2048)}`)))).toBe(414);
  });

  // RFC 6585, 5.
  it('responds with 431 to headers of 20 kB', async () => {
    const large = getRequest('/', [`X-Large: ${'a'.repeat(20_000)}`]);
    const response = await exchange(port, large);
    expect(statusOf(response)).toBe(431);
    expect(response).toContain('Send fewer or shorter headers');
  });

  it('responds with 431 to many headers', async () => {
    const many = getRequest(
      '/',
      Array.from({ length: 2000 }, (_, i) => `X-${i}: ${'a'.repeat(8)}`),
    );
    expect(statusOf(await exchange(port, many))).toBe(431);
  });
});

describe('invalid HTTP (RFC 9112)', () => {
  it.each([
    ['another protocol', 'GET / SIP/2.0\r\n\r\n'],
    ['no method', ' / HTTP/1.1\r\n\r\n'],
    ['a method that is none', 'GE T / HTTP/1.1\r\n\r\n'],
    ['a TLS greeting', '\x16\x03\x01\x02\x00\x01\x00\x01\xfc\x03\x03\r\n\r\n'],
    ['NUL in the target', 'GET /\0 HTTP/1.1\r\nHost: a\r\n\r\n'],
    ['a space in a field name', 'GET / HTTP/1.1\r\nHost: a\r\nA b: c\r\n\r\n'],
    ['no Host (3.2)', 'GET / HTTP/1.1\r\n\r\n'],
    ['two Hosts (3.2)', 'GET / HTTP/1.1\r\nHost: a\r\nHost: b\r\n\r\n'],
    [
      'two lengths (6.3)',
      'POST / HTTP/1.1\r\nHost: a\r\nContent-Length: 1\r\nContent-Length: 2\r\n\r\n',
    ],
    [
      'length and chunks (6.1)',
      'POST / HTTP/1.1\r\nHost: a\r\nContent-Length: 1\r\nTransfer-Encoding: chunked\r\n\r\n0\r\n\r\n',
    ],
    ['a key that ends in CR', 'GET / HTTP/1.1\r\nHost: a\r\nAuthorization: Bearer k\r\r\n\r\n'],
    ['a control character in a key', 'GET / HTTP/1.1\r\nHost: a\r\nAuthorization: k\x01\r\n\r\n'],
  ])('%s gets 400 with a hint, and is cut', async (_case, request) => {
    const response = await exchange(port, request);
    expect(statusOf(response)).toBe(400);
    const body: unknown = JSON.parse(response.split('\r\n\r\n')[1] ?? '');
    expect(body).toMatchObject({ success: false, errorcode: 1 });
    expect(body).toHaveProperty('error', expect.stringMatching(/Host header|not valid HTTP/));
  });

  it('names the header with a key that ends in CR', async () => {
    const request = 'GET / HTTP/1.1\r\nHost: a\r\nAuthorization: Bearer k\r\r\nAccept: a\r\n\r\n';
    const response = await exchange(port, request);
    const body: unknown = JSON.parse(response.split('\r\n\r\n')[1] ?? '');
    expect(body).toHaveProperty('error', expect.stringContaining('The header Authorization is'));
    expect(response).not.toContain('Bearer k');
  });

  // RFC 9112, 3.2.2: a server must accept the absolute form.
  it('serves a target in absolute form', async () => {
    const response = await exchange(port, getRequest('http://localhost/guide/'));
    expect(statusOf(response)).toBe(200);
  });
});
