import { describe, expect, it } from 'vitest';
import { font, texts } from '../support/fixture-site.ts';
import { useApp } from '../support/app.ts';

const harness = useApp();

// RFC 9239, 6: `application/javascript` is an alias of `text/javascript`.
const javascript: unknown = expect.stringMatching(
  /^(?:text|application)\/javascript; charset=utf-8$/,
);

const types: readonly [string, unknown, string | Buffer][] = [
  ['/', 'text/html; charset=utf-8', texts['index.html']],
  ['/guide/', 'text/html; charset=utf-8', texts['guide/index.html']],
  ['/assets/js/a.12345678.js', javascript, texts['assets/js/a.12345678.js']],
  ['/assets/css/a.12345678.css', 'text/css; charset=utf-8', texts['assets/css/a.12345678.css']],
  ['/img/logo.svg', 'image/svg+xml', texts['img/logo.svg']],
  ['/sitemap.xml', 'application/xml', texts['sitemap.xml']],
  ['/assets/fonts/a.12345678.woff2', 'font/woff2', font],
];

describe.each(types)('GET %s', (url, type, content) => {
  const bytes = Buffer.from(content);

  it('responds with 200, the file, its type and its length', async () => {
    const response = await harness.app.inject({ url });
    expect(response.statusCode).toBe(200);
    expect(response.headers['content-type']).toEqual(type);
    expect(response.headers['content-length']).toBe(String(bytes.length));
    expect(response.headers['content-encoding']).toBeUndefined();
    expect(response.rawPayload.equals(bytes)).toBe(true);
  });

  // RFC 9110, 9.3.2: the header fields of GET without the content.
  it('responds to HEAD with the same headers and no body', async () => {
    const get = await harness.app.inject({ url });
    const head = await harness.app.inject({ url, method: 'HEAD' });
    expect(head.statusCode).toBe(200);
    expect(head.rawPayload).toHaveLength(0);
    expect({ ...head.headers, date: '' }).toEqual({ ...get.headers, date: '' });
  });
});

describe('caching', () => {
  it.each(['/', '/guide/', '/img/logo.svg', '/sitemap.xml'])(
    // RFC 9111, 5.2.2.2: content that can change at its URL is revalidated.
    '%s is revalidated',
    async (url) => {
      const { headers } = await harness.app.inject({ url });
      expect(headers['cache-control']).toBe('public, max-age=0, must-revalidate');
    },
  );

  it.each(['/assets/js/a.12345678.js', '/assets/fonts/a.12345678.woff2'])(
    // RFC 8246, 2: the hash in the name changes with the content.
    '%s is immutable for a year',
    async (url) => {
      const { headers } = await harness.app.inject({ url });
      expect(headers['cache-control']).toBe('public, max-age=31536000, immutable');
    },
  );

  it('ignores a query', async () => {
    const response = await harness.app.inject({ url: '/guide/?utm_source=x' });
    expect(response.statusCode).toBe(200);
    expect(response.body).toBe(texts['guide/index.html']);
  });
});
