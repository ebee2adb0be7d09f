import { describe, expect, it } from 'vitest';
import { texts } from '../support/fixture-site.ts';
import { useApp } from '../support/app.ts';

const harness = useApp();
const url = '/assets/js/a.12345678.js';
const bytes = Buffer.from(texts['assets/js/a.12345678.js']);
const size = bytes.length;

const get = (headers: Record<string, string>) => harness.app.inject({ url, headers });

describe('Range (RFC 9110, 14.2)', () => {
  it.each([
    ['bytes=0-9', 0, 9],
    ['bytes=10-', 10, size - 1],
    ['bytes=-10', size - 10, size - 1],
    ['bytes=0-999999', 0, size - 1],
  ])('%s gets 206 with that part', async (range, start, end) => {
    const response = await get({ range });
    expect(response.statusCode).toBe(206);
    expect(response.headers['content-range']).toBe(`bytes ${start}-${end}/${size}`);
    expect(response.headers['content-length']).toBe(String(end - start + 1));
    expect(response.rawPayload.equals(bytes.subarray(start, end + 1))).toBe(true);
  });

  // RFC 9110, 15.5.17: includes the current length.
  it.each(['bytes=999999-', 'bytes=-0'])('%s gets 416', async (range) => {
    const response = await get({ range });
    expect(response.statusCode).toBe(416);
    expect(response.headers['content-range']).toBe(`bytes */${size}`);
  });

  it.each(['lines=0-1', 'bytes=0-1, 4-5'])('%s gets the whole file', async (range) => {
    const response = await get({ range });
    expect(response.statusCode).toBe(200);
    expect(response.rawPayload.equals(bytes)).toBe(true);
  });

  it('applies to the encoded representation', async () => {
    const whole = await get({ 'accept-encoding': 'br' });
    const part = await get({ 'accept-encoding': 'br', range: 'bytes=2-5' });
    expect(part.statusCode).toBe(206);
    expect(part.headers['content-encoding']).toBe('br');
    expect(part.rawPayload.equals(whole.rawPayload.subarray(2, 6))).toBe(true);
  });

  it('is advertised (RFC 9110, 14.3)', async () => {
    expect((await get({})).headers['accept-ranges']).toBe('bytes');
  });
});

describe('If-Range (RFC 9110, 13.1.5)', () => {
  const range = 'bytes=0-9';

  it('gets the part while the file is unchanged', async () => {
    const { headers } = await get({});
    const response = await get({ range, 'if-range': String(headers['last-modified']) });
    expect(response.statusCode).toBe(206);
  });

  it('gets the whole file for a weak tag', async () => {
    const etag = String((await get({})).headers.etag);
    expect(etag).toMatch(/^W\//);
    expect((await get({ range, 'if-range': etag })).statusCode).toBe(200);
  });

  it.each(['"other"', 'Sat, 01 Jan 2000 00:00:00 GMT'])(
    'gets the whole file for %s',
    async (validator) => {
      const response = await get({ range, 'if-range': validator });
      expect(response.statusCode).toBe(200);
      expect(response.rawPayload.equals(bytes)).toBe(true);
    },
  );
});
