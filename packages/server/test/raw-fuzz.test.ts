import { connect } from 'node:net';
import fc from 'fast-check';
import { beforeAll, expect, it } from 'vitest';
import { useApp } from './support/app.ts';
import { exchange, getRequest, listen, statusOf } from './support/raw-http.ts';

const harness = useApp();
let port = 0;
beforeAll(async () => {
  port = await listen(harness.app);
});

const method = fc.constantFrom(
  'GET',
  'POST',
  'HEAD',
  'OPTIONS',
  'CONNECT',
  'TRACE',
  'get',
  'PRI',
  '',
);
const target = fc.oneof(
  fc.constantFrom(
    '/',
    '*',
    '/healthz',
    '/search/index.json',
    '/proxy/https://a',
    '//',
    '/%',
    'http://a/b',
  ),
  fc.string({ maxLength: 30 }),
);
const version = fc.constantFrom('HTTP/1.1', 'HTTP/1.0', 'HTTP/2.0', 'HTTP/9', '');
const header = fc.oneof(
  fc.constantFrom(
    'Host: a',
    'Host: b',
    'Host:',
    'Connection: Upgrade',
    'Connection: close',
    'Upgrade: h2c',
    'Upgrade: websocket',
    'Content-Length: 5',
    'Content-Length: -1',
    'Content-Length: 9e9',
    'Transfer-Encoding: chunked',
    'Transfer-Encoding: xchunked',
    'Expect: 100-continue',
    'Range: bytes=0-,1-,2-',
    'If-None-Match: "',
    'Accept-Encoding: br;q=nan',
    ' folded: a',
  ),
  fc
    .tuple(fc.string({ maxLength: 20 }), fc.string({ maxLength: 40 }))
    .map((pair) => pair.join(': ')),
);
const body = fc.oneof(
  fc.constantFrom('', 'hello', '5\r\nhello\r\n0\r\n\r\n', 'ffffffffffffffff\r\n', '0\r\n\r\n'),
  fc.string({ maxLength: 60 }),
);
const ending = fc.constantFrom('\r\n', '\n', '\r');

/** A request of a broken or hostile client, mostly valid, so that it gets past the parser. */
const request = fc
  .tuple(method, target, version, fc.array(header, { maxLength: 5 }), body, ending)
  .map(([verb, path, protocol, headers, content, eol]) =>
    [`${verb} ${path} ${protocol}`, ...headers, '', content].join(eol),
  );

/** Sends bytes and closes or resets the connection without reading. */
function leave(bytes: Buffer, byReset: boolean): Promise<void> {
  return new Promise((resolve) => {
    const socket = connect(port, '127.0.0.1');
    socket.on('error', () => undefined).on('close', () => resolve());
    socket.write(bytes, () => {
      if (byReset) socket.resetAndDestroy();
      else socket.resume().end();
    });
  });
}

it('the server survives any bytes, and any way of closing the connection', async () => {
  const bytes = fc.oneof(
    {
      weight: 8,
      arbitrary: fc.array(request, { minLength: 1, maxLength: 3 }).map((all) => all.join('')),
    },
    { weight: 1, arbitrary: fc.string({ unit: 'binary', maxLength: 300 }) },
  );
  await fc.assert(
    fc.asyncProperty(bytes, fc.nat(), fc.boolean(), async (text, cut, byReset) => {
      const all = Buffer.from(text, 'latin1');
      await leave(all.subarray(0, cut % 3 === 0 ? cut % (all.length + 1) : all.length), byReset);
    }),
    { numRuns: 400 },
  );
  expect(statusOf(await exchange(port, getRequest('/healthz')))).toBe(200);
});
