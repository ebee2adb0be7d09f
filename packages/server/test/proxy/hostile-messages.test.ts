import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { exchange, statusOf } from '../support/raw-http.ts';
import { proxyErrorOf, rawRequest } from './support/raw-request.ts';
import { useProxy } from './support/proxy-harness.ts';

const proxy = useProxy({
  proxy: {
    rate: { window: 60_000, all: 10_000, client: 10_000 },
    concurrency: { all: 100, client: 100 },
  },
});
const send = (request: Parameters<typeof rawRequest>[0]) =>
  exchange(proxy.port, rawRequest(request));

let before = 0;
beforeEach(() => {
  before = proxy.upstream.requests;
});
/** After any bytes, nothing was forwarded, and the next request is forwarded and counted. */
afterEach(async () => {
  expect(proxy.upstream.requests).toBe(before);
  expect(statusOf(await send({}))).toBe(200);
  expect(proxy.upstream.requests).toBe(before + 1);
});

const length = 'Content-Length: 2';
const chunked = 'Transfer-Encoding: chunked';

describe('a request whose end two programs would read differently (RFC 9112, 6.1 and 11.2)', () => {
  const inner = 'POST /proxy/https://api.ap-in-1.anedya.io/v1/x HTTP/1.1\r\nHost: a\r\n\r\n';

  it.each([
    ['length and chunks', [length, chunked], '0\r\n\r\n'],
    ['chunks and length', [chunked, length], '0\r\n\r\n'],
    ['length and chunks, one request behind', ['Content-Length: 6', chunked], `0\r\n\r\n${inner}`],
    ['two lengths', [length, 'Content-Length: 3'], '{}x'],
    ['the same length twice', [length, length], '{}'],
    ['a list of lengths', ['Content-Length: 2, 2'], '{}'],
    ['a length with a sign', ['Content-Length: +2'], '{}'],
    ['a negative length', ['Content-Length: -2'], '{}'],
    ['a hexadecimal length', ['Content-Length: 0x2'], '{}'],
    ['a length with a space in it', ['Content-Length: 1 1'], '{}'],
    ['a length beyond 64 bits', ['Content-Length: 18446744073709551618'], '{}'],
    ['a length without digits', ['Content-Length: '], '{}'],
    ['an unknown coding', ['Transfer-Encoding: xchunked'], '0\r\n\r\n'],
    ['chunks that are not the last coding', ['Transfer-Encoding: chunked, gzip'], '0\r\n\r\n'],
    ['chunks in quotes', ['Transfer-Encoding: "chunked"'], '0\r\n\r\n'],
    ['a coding twice', [chunked, 'Transfer-Encoding: identity'], '0\r\n\r\n'],
    ['a vertical tab before the coding', ['Transfer-Encoding: \x0bchunked'], '0\r\n\r\n'],
    ['a space before the colon', ['Transfer-Encoding : chunked'], '0\r\n\r\n'],
    ['a space before the colon of a length', ['Content-Length : 2'], '{}'],
    ['a folded coding', ['Transfer-Encoding:', ' chunked', length], '0\r\n\r\n'],
    ['a coding after a bare line feed', [`X: a\n${chunked}`, length], '0\r\n\r\n'],
    ['a coding after a bare carriage return', [`X: a\r${chunked}`, length], '{}'],
    ['a NUL in a value', ['X: a\0b', length], '{}'],
    ['an invalid field name', ['X(y): a', length], '{}'],
    ['a line without a colon', ['authorization', length], '{}'],
  ])('%s', async (_case, headers, body) => {
    expect(statusOf(await send({ headers, body }))).toBe(400);
  });
});

describe('invalid chunks (RFC 9112, 7.1)', () => {
  it.each([
    ['a size that is no number', 'xyz\r\n{}\r\n0\r\n\r\n'],
    ['a size with a prefix', '0x2\r\n{}\r\n0\r\n\r\n'],
    ['a negative size', '-2\r\n{}\r\n0\r\n\r\n'],
    ['a size beyond 64 bits', 'fffffffffffffffff\r\n{}\r\n0\r\n\r\n'],
    ['more bytes than the size', '1\r\n{}\r\n0\r\n\r\n'],
    ['a bare line feed after the size', '2\n{}\r\n0\r\n\r\n'],
    ['a carriage return in an extension', '2;a=\rb\r\n{}\r\n0\r\n\r\n'],
    ['no size', '\r\n{}\r\n0\r\n\r\n'],
  ])('%s', async (_case, body) => {
    expect(statusOf(await send({ headers: [chunked], body }))).toBe(400);
  });
});

describe('a body that is too large', () => {
  it('according to its Content-Length', async () => {
    const response = await send({ headers: ['Content-Length: 256001'], body: '' });
    expect(proxyErrorOf(response)).toBe('body_too_large');
  });

  it('with a Content-Length of a gigabyte', async () => {
    const response = await send({ headers: ['Content-Length: 1000000000'], body: '{' });
    expect(proxyErrorOf(response)).toBe('body_too_large');
  });

  it('in chunks without a length', async () => {
    const chunk = `8000\r\n${'a'.repeat(0x8000)}\r\n`;
    const response = await send({ headers: [chunked], body: `${chunk.repeat(8)}0\r\n\r\n` });
    expect(proxyErrorOf(response)).toBe('body_too_large');
    expect(statusOf(response)).toBe(413);
  });
});

describe('headers', () => {
  it.each([
    ['a credential for this hop alone', ['Connection: authorization', 'Authorization: a', length]],
    ['the same in a list', ['Connection: x, Auth-Mode', 'Auth-mode: key', length]],
    ['two credentials', ['Authorization: a', 'Authorization: b', length]],
    ['two types', ['Content-Type: text/plain', length]],
    ['bytes beyond ASCII', ['Authorization: caf\u00e9', length]],
    ['UTF-8', ['X-Anedya-Tokenid: \u00c3\u00a9', length]],
  ])('%s get headers_invalid', async (_case, headers) => {
    const response = await send({ headers });
    expect(proxyErrorOf(response)).toBe('headers_invalid');
    expect(statusOf(response)).toBe(400);
  });

  it.each([
    ['a line feed in a credential', 'Authorization: a\nX-Injected: 1\r\n bad', 400],
    ['a carriage return in a credential', 'Authorization: a\rX-Injected: 1', 400],
    ['a NUL in a credential', 'Authorization: a\0', 400],
    ['a folded credential', 'Authorization: a\r\n b', 400],
    ['an expectation that nobody meets', 'Expect: the-unexpected', 417],
    ['20 kB of them', `X-Large: ${'a'.repeat(20_000)}`, 431],
  ])('%s is rejected by the parser', async (_case, header, status) => {
    expect(statusOf(await send({ headers: [header, length] }))).toBe(status);
  });

  it('no Host', async () => {
    expect(
      statusOf(await exchange(proxy.port, rawRequest().replace('Host: localhost\r\n', ''))),
    ).toBe(400);
  });

  it('a response contains nothing from the target', async () => {
    const target = 'https://evil.example/%0d%0aX-Injected:%201';
    const response = await send({ target });
    expect(response).not.toMatch(/^x-injected/im);
    expect(proxyErrorOf(response)).toBe('target_invalid');
  });
});
