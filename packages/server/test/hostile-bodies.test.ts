import { gzipSync } from 'node:zlib';
import { afterEach, beforeAll, describe, expect, it } from 'vitest';
import { useApp } from './support/app.ts';
import { exchange, getRequest, listen, statusOf } from './support/raw-http.ts';

const harness = useApp();
let port = 0;
beforeAll(async () => {
  port = await listen(harness.app);
});

afterEach(async () => {
  expect(statusOf(await exchange(port, getRequest('/healthz')))).toBe(200);
});

const head = [
  'POST /page-views HTTP/1.1',
  'Host: localhost',
  'Connection: close',
  'Content-Type: application/json',
];
const post = (body: string) => [...head, `Content-Length: ${body.length}`, '', body].join('\r\n');
const chunked = (chunks: readonly string[]) =>
  [
    ...head,
    'Transfer-Encoding: chunked',
    '',
    ...chunks.flatMap((chunk) => [chunk.length.toString(16), chunk]),
    '0',
    '',
    '',
  ].join('\r\n');

describe('a page-view body', () => {
  it('of 5 kB gets 413', async () => {
    expect(statusOf(await exchange(port, post('a'.repeat(5000))))).toBe(413);
  });

  // RFC 9112, 7.1: the length is unknown in advance.
  it('of 5 kB in chunks gets 413', async () => {
    const body = Array.from({ length: 5 }, () => 'a'.repeat(1000));
    expect(statusOf(await exchange(port, chunked(body)))).toBe(413);
  });

  it('with a Content-Length of 1 GB gets 413 before it is sent', async () => {
    const request = [...head, 'Content-Length: 1000000000', '', '{'].join('\r\n');
    expect(statusOf(await exchange(port, request))).toBe(413);
  });

  it.each(['{', '{"path":"/","title":""', 'null', '[]', '"', '\0', '{"path":1e999,"title":{}}'])(
    '%j gets 400',
    async (body) => {
      expect(statusOf(await exchange(port, post(body)))).toBe(400);
    },
  );

  it('nested 2000 deep gets 400', async () => {
    expect(statusOf(await exchange(port, post('['.repeat(2000) + ']'.repeat(2000))))).toBe(400);
  });

  it('in broken chunks gets 400', async () => {
    const request = [...head, 'Transfer-Encoding: chunked', '', 'xyz', '{', ''].join('\r\n');
    expect(statusOf(await exchange(port, request))).toBe(400);
  });
});

describe('a compressed body', () => {
  it.each([
    ['/mcp', 415],
    ['/1/indexes/anedya-docs/query', 400],
    ['/page-views', 400],
  ])('of %s gets an error that says so', async (url, status) => {
    const { statusCode, body } = await harness.app.inject({
      method: 'POST',
      url,
      headers: {
        'content-type': 'application/json',
        'content-encoding': 'gzip',
        accept: 'application/json, text/event-stream',
      },
      payload: gzipSync('{}'),
    });
    expect(statusCode).toBe(status);
    expect(body).toMatch(/without compression/);
  });
});
