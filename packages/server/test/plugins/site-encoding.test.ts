import { brotliDecompressSync, gunzipSync } from 'node:zlib';
import { describe, expect, it } from 'vitest';
import { texts } from '../support/fixture-site.ts';
import { useApp } from '../support/app.ts';

const harness = useApp();
const decode = { br: brotliDecompressSync, gzip: gunzipSync, identity: (data: Buffer) => data };

type Coding = keyof typeof decode;

// RFC 9110, 12.5.3: Accept-Encoding with weights.
const choices: readonly [string | undefined, Coding][] = [
  [undefined, 'identity'],
  ['', 'identity'],
  ['identity', 'identity'],
  ['deflate', 'identity'],
  ['br', 'br'],
  ['gzip', 'gzip'],
  ['gzip, deflate, br, zstd', 'br'],
  ['br;q=1.0, gzip;q=0.8', 'br'],
  ['br;q=0, gzip', 'gzip'],
  ['gzip;q=0, br;q=0', 'identity'],
  ['GZIP', 'gzip'],
  ['br;q=0, *', 'gzip'],
  ['*', 'gzip'],
];

describe.each(choices)('Accept-Encoding: %s', (accepted, coding) => {
  const headers = accepted === undefined ? {} : { 'accept-encoding': accepted };

  it.each([
    ['/guide/', 'guide/index.html', 'text/html; charset=utf-8'],
    [
      '/assets/js/a.12345678.js',
      'assets/js/a.12345678.js',
      'application/javascript; charset=utf-8',
    ],
  ] as const)(`sends %s as ${coding}`, async (url, file, type) => {
    const response = await harness.app.inject({ url, headers });
    const expected = coding === 'identity' ? undefined : coding;
    expect(response.statusCode).toBe(200);
    expect(response.headers['content-encoding']).toBe(expected);
    // RFC 9110, 8.3: the type is that of the content before coding.
    expect(response.headers['content-type']).toBe(type);
    expect(response.headers['content-length']).toBe(String(response.rawPayload.length));
    expect(decode[coding](response.rawPayload).toString()).toBe(texts[file]);
  });
});

// The first response of a file in a coding is kept in memory.
it('a coding with the weight 0 is not sent, whatever others have requested', async () => {
  const codingOf = async (accepted: string) => {
    const request = { url: '/guide/', headers: { 'accept-encoding': accepted } };
    return (await harness.app.inject(request)).headers['content-encoding'];
  };
  expect([await codingOf('br'), await codingOf('br;q=0, *')]).toEqual(['br', 'gzip']);
});

describe('Vary', () => {
  // RFC 9110, 12.5.5: each response that depends on Accept-Encoding names it.
  it.each(['/', '/assets/js/a.12345678.js', '/unknown/'])('is on %s', async (url) => {
    for (const accepted of ['br', 'gzip', 'identity']) {
      const { headers } = await harness.app.inject({
        url,
        headers: { 'accept-encoding': accepted },
      });
      const expected = url === '/unknown/' ? 'Accept, Accept-Encoding' : 'Accept-Encoding';
      expect(headers.vary).toBe(expected);
    }
  });
});

describe('variants', () => {
  it('serves a file without variants unchanged', async () => {
    const response = await harness.app.inject({
      url: '/assets/fonts/a.12345678.woff2',
      headers: { 'accept-encoding': 'br, gzip' },
    });
    expect(response.statusCode).toBe(200);
    expect(response.headers['content-encoding']).toBeUndefined();
  });

  it('sends the not-found page compressed', async () => {
    const response = await harness.app.inject({ url: '/x/', headers: { 'accept-encoding': 'br' } });
    expect(response.statusCode).toBe(404);
    expect(response.headers['content-encoding']).toBe('br');
    expect(decode.br(response.rawPayload).toString()).toBe(texts['404.html']);
  });

  // RFC 9110, 8.8.3.3: two codings of one page are two representations.
  it('has one ETag per coding', async () => {
    const tags = ['br', 'gzip', 'identity'].map(async (accepted) => {
      const response = await harness.app.inject({
        url: '/',
        headers: { 'accept-encoding': accepted },
      });
      return response.headers.etag;
    });
    expect(new Set(await Promise.all(tags)).size).toBe(3);
  });
});
