import { describe, expect, it } from 'vitest';
import { useApp } from '../support/app.ts';
import { texts } from '../support/fixture-site.ts';

const harness = useApp({ siteUrl: 'https://docs.test' });
const get = (url: string, headers: Record<string, string>) =>
  harness.app.inject({ method: 'GET', url, headers });

const file = texts['guide/index.md'];

describe('links of Markdown', () => {
  it.each(['localhost:3000', '127.0.0.1:3000', '[::1]:3000'])(
    'lead to the server of the developer at %s',
    async (host) => {
      for (const response of [
        await get('/guide/index.md', { host, 'accept-encoding': 'br' }),
        await get('/guide/', { host, accept: 'text/markdown' }),
      ]) {
        expect(response.headers['content-type']).toBe('text/markdown; charset=utf-8');
        expect(response.body).toBe(file.replace('https://docs.test', `http://${host}`));
      }
    },
  );

  // A cache could store the response for everybody.
  it.each(['docs.test', 'evil.test', 'localhost.evil.test', 'localhost@evil.test'])(
    'lead to the published site for the host %s',
    async (host) => {
      expect((await get('/guide/index.md', { host })).body).toBe(file);
    },
  );

  it('have separate entity tags, and are not sent again', async () => {
    const first = await get('/guide/index.md', { host: 'localhost:3000' });
    const other = await get('/guide/index.md', { host: '127.0.0.1:3000' });
    const etag = String(first.headers.etag);
    expect(etag).toMatch(/^"[\w-]+"$/);
    expect(other.headers.etag).not.toBe(etag);
    const again = await get('/guide/index.md', { host: 'localhost:3000', 'if-none-match': etag });
    expect(again.statusCode).toBe(304);
    expect(again.body).toBe('');
  });

  it('have no body for HEAD', async () => {
    const response = await harness.app.inject({
      method: 'HEAD',
      url: '/guide/index.md',
      headers: { host: 'localhost' },
    });
    expect(response.statusCode).toBe(200);
    expect(response.body).toBe('');
  });
});

describe('programs of guides', () => {
  // The extension is also that of a format for video.
  it.each(['docs.test', 'localhost:3000'])('are text at %s', async (host) => {
    const response = await get('/examples/stream.ts', { host });
    expect(response.headers['content-type']).toBe('text/plain; charset=utf-8');
    expect(response.body).toBe(texts['examples/stream.ts']);
  });
});

// Server Card extension of the Model Context Protocol (SEP-2127).
describe('the card of the MCP server', () => {
  const card = '/mcp/server-card';

  it('describes the server, for pages of any origin', async () => {
    const response = await get(card, { host: 'docs.test', origin: 'https://agent.test' });
    expect(response.statusCode).toBe(200);
    expect(response.headers).toMatchObject({
      'content-type': expect.stringMatching(/^application\/mcp-server-card\+json\b/) as unknown,
      'access-control-allow-origin': '*',
      'access-control-allow-methods': 'GET',
      'access-control-expose-headers': 'ETag',
      'cache-control': 'public, max-age=3600',
    });
    const body = response.json<Record<string, string> & { remotes: { url: string }[] }>();
    expect(body).toMatchObject({
      $schema: 'https://static.modelcontextprotocol.io/schemas/v1/server-card.schema.json',
      websiteUrl: 'https://docs.test/',
      remotes: [
        {
          type: 'streamable-http',
          url: 'https://docs.test/mcp',
          supportedProtocolVersions: ['2026-07-28', '2025-11-25'],
        },
      ],
    });
    expect(body.name).toMatch(/^[a-zA-Z0-9.-]+\/[a-zA-Z0-9._-]+$/);
    expect(body.description?.length).toBeLessThanOrEqual(100);
  });

  it('links to the server of the developer', async () => {
    const body = (await get(card, { host: 'localhost:3000' })).json<{ remotes: object[] }>();
    expect(body.remotes).toMatchObject([{ url: 'http://localhost:3000/mcp' }]);
  });

  // RFC 9110, 13.1.2.
  it.each([
    ['its tag', (etag: string) => etag],
    ['its tag as a proxy that compresses weakens it', (etag: string) => `W/${etag}`],
    ['a list of tags', (etag: string) => `"other", ${etag}`],
    ['any tag', () => '*'],
  ])('is not sent again to a client with %s', async (_, known) => {
    const { headers } = await get(card, { host: 'docs.test' });
    const condition = { 'if-none-match': known(String(headers.etag)) };
    const again = await get(card, { host: 'docs.test', ...condition });
    expect(again.statusCode).toBe(304);
    expect(again.body).toBe('');
  });

  it('can be requested by browsers with conditions', async () => {
    const response = await harness.app.inject({ method: 'OPTIONS', url: card });
    expect(response.statusCode).toBe(204);
    expect(response.headers['access-control-allow-headers']).toBe('Content-Type, If-None-Match');
  });
});
