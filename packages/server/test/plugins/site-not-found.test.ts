import { describe, expect, it } from 'vitest';
import { texts } from '../support/fixture-site.ts';
import { useApp } from '../support/app.ts';

const harness = useApp();

// docs/behavior.md, section 2: any unknown path shows a not-found page.
describe('an unknown path', () => {
  it.each([
    '/unknown',
    '/unknown/',
    '/Guide/',
    '/404.html',
    '/404/',
    '/_headers',
    '/index.html.br',
    // Paths that do not decode (RFC 3986, 2.1).
    '/%E0%A4%A',
    '/%',
    '/guide/%zz/?a=%ff',
    '/%FF?q=%',
    '/guide%E0/',
  ])('%s gets the not-found page with status 404', async (url) => {
    const response = await harness.app.inject({ url });
    expect(response.statusCode).toBe(404);
    expect(response.headers['content-type']).toBe('text/html; charset=utf-8');
    expect(response.body).toBe(texts['404.html']);
  });

  it('that is too long gets the not-found page in a browser, and an error elsewhere', async () => {
    const url = `/${'a'.repeat(4000)}/`;
    const page = await harness.app.inject({ url, headers: { accept: 'text/html,*/*;q=0.8' } });
    expect([page.statusCode, page.body]).toEqual([414, texts['404.html']]);
    const other = await harness.app.inject({ url });
    expect(other.statusCode).toBe(414);
    expect(other.json()).toMatchObject({ error: 'uri_too_long' });
  });

  it.each([
    ['/guidde/', 'text/markdown'],
    ['/guidde.md', '*/*'],
    ['/somewhere/else/guide/', 'text/markdown, text/html;q=0.5'],
  ])('%s with Accept: %s gets a short text with the nearest pages', async (url, accept) => {
    const response = await harness.app.inject({ url, headers: { accept, 'if-none-match': '*' } });
    expect(response.statusCode).toBe(404);
    expect(response.headers['content-type']).toBe('text/markdown; charset=utf-8');
    expect(response.headers.vary).toContain('Accept');
    expect(response.body).toMatch(/^# Page not found\n/);
    expect(response.body).toMatch(/- <https?:\/\/[^>]+\/guide\/index\.md>\n/);
    expect(response.body).toMatch(/\/llms\.txt>\n$/);
    expect(response.body.length).toBeLessThan(1_000);
  });

  it('has no suggestion without Markdown, such as the home page of the fixture', async () => {
    const { body } = await harness.app.inject({ url: '/index.md' });
    expect(body).toContain('# Page not found');
    expect(body).not.toMatch(/<https?:\/\/[^/]+\/index\.md>/);
  });

  it('has no page to suggest for a long path', async () => {
    const url = `/${'guide/'.repeat(100)}`;
    const response = await harness.app.inject({ url, headers: { accept: 'text/markdown' } });
    expect(response.body).not.toContain('index.md');
  });

  it('that does not decode is unknown for other methods too', async () => {
    const { statusCode, headers } = await harness.app.inject({ url: '/%E0%A4%A', method: 'POST' });
    expect([statusCode, headers.allow]).toEqual([405, 'GET, HEAD']);
  });

  it('responds to HEAD without a body', async () => {
    const response = await harness.app.inject({ url: '/unknown/', method: 'HEAD' });
    expect(response.statusCode).toBe(404);
    expect(response.rawPayload).toHaveLength(0);
    expect(response.headers['content-length']).toBe(String(Buffer.byteLength(texts['404.html'])));
  });

  // RFC 9110, 13.2.1: conditions apply only to requests whose response would be 2xx.
  it.each([
    { 'if-none-match': '*' },
    { 'if-modified-since': 'Fri, 01 Jan 2100 00:00:00 GMT' },
    { 'if-match': '"other"' },
    { 'if-unmodified-since': 'Sat, 01 Jan 2000 00:00:00 GMT' },
    { range: 'bytes=0-3' },
    { range: 'bytes=999999-' },
  ])('stays 404 with %o', async (headers) => {
    const response = await harness.app.inject({ url: '/unknown/', headers });
    expect(response.statusCode).toBe(404);
    expect(response.body).toBe(texts['404.html']);
  });

  it.each(['/unknown/', '/assets/js/gone.12345678.js'])(
    '%s is not kept as immutable',
    async (url) => {
      const { headers } = await harness.app.inject({ url });
      expect(headers['cache-control']).toBe('no-cache');
    },
  );
});
