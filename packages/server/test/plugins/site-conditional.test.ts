import { describe, expect, it } from 'vitest';
import { useApp } from '../support/app.ts';

const harness = useApp();

async function validators(url: string) {
  const { headers } = await harness.app.inject({ url });
  return { etag: String(headers.etag), modified: String(headers['last-modified']) };
}

describe('If-None-Match (RFC 9110, 13.1.2)', () => {
  it.each(['GET', 'HEAD'] as const)(
    '%s with the current tag gets 304 and no body',
    async (method) => {
      const { etag } = await validators('/guide/');
      const response = await harness.app.inject({
        url: '/guide/',
        method,
        headers: { 'if-none-match': etag },
      });
      expect(response.statusCode).toBe(304);
      expect(response.rawPayload).toHaveLength(0);
    },
  );

  it('accepts a list of tags, and a star', async () => {
    const { etag } = await validators('/');
    for (const value of [`"other", ${etag}`, '*']) {
      const response = await harness.app.inject({ url: '/', headers: { 'if-none-match': value } });
      expect(response.statusCode).toBe(304);
    }
  });

  it('sends the page for another tag', async () => {
    const response = await harness.app.inject({
      url: '/',
      headers: { 'if-none-match': '"other"' },
    });
    expect(response.statusCode).toBe(200);
  });

  it('rejects the tag of another coding', async () => {
    const { etag } = await validators('/');
    const response = await harness.app.inject({
      url: '/',
      headers: { 'if-none-match': etag, 'accept-encoding': 'br' },
    });
    expect(response.statusCode).toBe(200);
  });

  it('takes precedence over If-Modified-Since (RFC 9110, 13.2.2)', async () => {
    const { modified } = await validators('/');
    const headers = { 'if-none-match': '"other"', 'if-modified-since': modified };
    expect((await harness.app.inject({ url: '/', headers })).statusCode).toBe(200);
  });
});

describe('If-Modified-Since (RFC 9110, 13.1.3)', () => {
  it('gets 304 for the time of the last change', async () => {
    const { modified } = await validators('/guide/');
    const headers = { 'if-modified-since': modified };
    const response = await harness.app.inject({ url: '/guide/', headers });
    expect(response.statusCode).toBe(304);
  });

  it.each(['Sat, 01 Jan 2000 00:00:00 GMT', 'yesterday'])(
    'gets the page for "%s"',
    async (time) => {
      const headers = { 'if-modified-since': time };
      expect((await harness.app.inject({ url: '/guide/', headers })).statusCode).toBe(200);
    },
  );
});

// RFC 9110, 15.4.5: a 304 carries the fields that a 200 would use to update a stored response.
describe('304', () => {
  it.each(['/', '/assets/js/a.12345678.js'])('%s keeps its cache fields', async (url) => {
    const full = await harness.app.inject({ url });
    const response = await harness.app.inject({
      url,
      headers: { 'if-none-match': String(full.headers.etag) },
    });
    expect(response.statusCode).toBe(304);
    for (const name of ['cache-control', 'etag', 'vary', 'last-modified'] as const) {
      expect(response.headers[name], name).toBe(full.headers[name]);
    }
  });
});
