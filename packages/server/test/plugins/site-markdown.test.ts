import { brotliDecompressSync } from 'node:zlib';
import { describe, expect, it } from 'vitest';
import { useApp } from '../support/app.ts';
import { texts } from '../support/fixture-site.ts';

const harness = useApp();
const get = (url: string, headers: Record<string, string> = {}, method: 'GET' | 'HEAD' = 'GET') =>
  harness.app.inject({ method, url, headers });

const markdown = { type: 'text/markdown; charset=utf-8', file: 'guide/index.md' } as const;
const html = { type: 'text/html; charset=utf-8', file: 'guide/index.html' } as const;

// RFC 9110, 12.5.1: Accept with weights.
describe('Accept selects the page or its Markdown', () => {
  it.each([
    ['text/markdown', markdown],
    ['TEXT/Markdown', markdown],
    ['text/markdown; charset=utf-8', markdown],
    ['text/markdown, text/html;q=0.9, */*;q=0.1', markdown],
    ['text/html;q=0.4, text/markdown;q=0.5', markdown],
    ['text/markdown, */*', markdown],
    ['text/markdown;q=0.5, text/html', html],
    ['text/markdown;q=0.5, */*', html],
    ['text/markdown;q=0.5, text/*', html],
    ['text/markdown;q=0', html],
    ['text/markdown;q=x', html],
    ['text/*', html],
    ['*/*', html],
    ['application/json', html],
    ['', html],
    [`text/markdown, ${'a/b, '.repeat(400)}`, html],
  ])('%s', async (accept, { type, file }) => {
    // The second response is that from memory.
    for (const response of [await get('/guide/', { accept }), await get('/guide/', { accept })]) {
      expect(response.statusCode).toBe(200);
      expect(response.headers['content-type']).toBe(type);
      expect(response.headers.vary).toBe('Accept, Accept-Encoding');
      expect(response.body).toBe(texts[file]);
    }
  });

  it('is not needed at the address of the Markdown', async () => {
    const response = await get('/guide/index.md');
    expect(response.headers['content-type']).toBe(markdown.type);
    expect(response.body).toBe(texts[markdown.file]);
  });

  it('changes nothing for a page without Markdown', async () => {
    const response = await get('/', { accept: 'text/markdown' });
    expect(response.headers['content-type']).toBe(html.type);
    expect(response.headers.vary).toBe('Accept-Encoding');
  });
});

describe('Markdown of a page', () => {
  const accept = 'text/markdown';

  it('is compressed', async () => {
    const response = await get('/guide/', { accept, 'accept-encoding': 'br' });
    expect(response.headers['content-encoding']).toBe('br');
    expect(brotliDecompressSync(response.rawPayload).toString()).toBe(texts[markdown.file]);
  });

  it('has an entity tag other than that of the page', async () => {
    const { headers } = await get('/guide/', { accept });
    const conditional = { 'if-none-match': String(headers.etag) };
    const unchanged = await get('/guide/', { accept, ...conditional });
    expect(unchanged.statusCode).toBe(304);
    expect(unchanged.headers.vary).toBe('Accept, Accept-Encoding');
    expect((await get('/guide/', conditional)).statusCode).toBe(200);
  });

  it('has the same headers for HEAD', async () => {
    const whole = await get('/guide/', { accept });
    const head = await get('/guide/', { accept }, 'HEAD');
    expect(head.body).toBe('');
    for (const name of ['content-type', 'content-length', 'etag', 'vary'] as const) {
      expect(head.headers[name]).toBe(whole.headers[name]);
    }
  });
});
