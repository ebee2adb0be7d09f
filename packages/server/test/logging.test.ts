import type { FastifyReply, FastifyRequest, InjectOptions } from 'fastify';
import { describe, expect, it, vi } from 'vitest';
import { sendAndReset } from '../../sandbox/test/support/raw-socket.ts';
import { loggedPath, RequestLog } from '../src/logging.ts';
import { useApp } from './support/app.ts';
import { large } from './support/fixture-site.ts';
import { listen } from './support/raw-http.ts';

const harness = useApp();
const secret = 'hunter2secret';
const address = '203.0.113.77';

const requests: readonly [string, InjectOptions][] = [
  ['a page', { url: `/guide/?q=${secret}` }],
  ['a redirect', { url: `/guide?q=${secret}` }],
  ['an unknown path', { url: `/unknown/?q=${secret}` }],
  ['a path that does not decode', { url: `/%ZZ?q=${secret}` }],
  ['a long target', { url: `/?q=${secret}${'a'.repeat(3000)}` }],
  ['another method', { url: `/guide/?q=${secret}`, method: 'DELETE' }],
  ['headers', { url: '/', headers: { cookie: secret, authorization: secret, range: secret } }],
  ['a page view', { method: 'POST', url: '/page-views', payload: { path: '/', title: secret } }],
  ['a path that is no page', { method: 'POST', url: '/page-views', payload: { path: secret } }],
  [
    'an unknown key',
    { method: 'POST', url: '/page-views', payload: { path: '/', title: '', [secret]: 1 } },
  ],
  [
    'a body that is not JSON',
    {
      method: 'POST',
      url: '/page-views',
      headers: { 'content-type': 'application/json' },
      payload: `${secret}{"path"`,
    },
  ],
  [
    'an unknown content type',
    {
      method: 'POST',
      url: '/page-views',
      headers: { 'content-type': `a/${secret}` },
      payload: 'x',
    },
  ],
  [
    'an address given by a proxy',
    { url: '/', headers: { 'x-forwarded-for': address, forwarded: `for=${address}` } },
  ],
];

describe('log lines', () => {
  it.each(requests)('contain only method, path and status of %s', async (_case, request) => {
    const from = harness.lines.length;
    await harness.app.inject({ remoteAddress: address, ...request });
    const written = harness.lines.slice(from).join('');
    expect(written).not.toContain(secret);
    expect(written).not.toContain(address);
  });

  it('have method, path and status as JSON', async () => {
    const from = harness.lines.length;
    await harness.app.inject({ url: '/guide/?a=b' });
    const [incoming, completed] = harness.lines
      .slice(from)
      .map((line) => JSON.parse(line) as Record<string, unknown>);
    expect(incoming).toMatchObject({ req: { method: 'GET', path: '/guide/' } });
    expect(completed).toMatchObject({ res: { statusCode: 200 } });
    expect(Object.keys(incoming?.req as object)).toEqual(['method', 'path']);
    expect(Object.keys(completed?.res as object)).toEqual(['statusCode']);
  });

  it('truncate the path', async () => {
    const from = harness.lines.length;
    await harness.app.inject({ url: `/${'x'.repeat(1500)}` });
    const written = harness.lines.slice(from).join('');
    expect(written).toContain('x'.repeat(199));
    expect(written).not.toContain('x'.repeat(200));
  });
});

describe('a client that disconnects before the response', () => {
  const levels = (lines: readonly string[]) =>
    lines.map((line) => (JSON.parse(line) as { level: number }).level);

  it('is not a server error', async () => {
    const port = await listen(harness.app);
    const from = harness.lines.length;
    const get = `GET ${large.path}?q=${secret} HTTP/1.1\r\nHost: a\r\n\r\n`;
    for (let count = 0; count < 10; count += 1) await sendAndReset(port, get);
    const written = () => harness.lines.slice(from);

    await vi.waitFor(
      () => expect(written().filter((line) => line.includes('Client disc'))).toHaveLength(10),
      20_000,
    );
    // 30 is the level info of pino.
    expect(Math.max(...levels(written()))).toBe(30);
    expect(written().join('')).not.toContain(secret);
  });

  it('is not one where Fastify reports a failure', () => {
    const written: string[] = [];
    const write = (level: string) => (_fields: object, text: string) =>
      void written.push(`${level} ${text}`);
    const log = { info: write('info'), warn: write('warn'), error: write('error') };
    // The parts of a request and its reply that a log line uses.
    const reply = { log, statusCode: 500 } as unknown as FastifyReply;
    const request = { log } as unknown as FastifyRequest;
    const requestLog = new RequestLog();
    const logAs = (error: Error) => {
      requestLog.requestCompleted(error, request, reply);
      requestLog.defaultErrorLog(error, request, reply);
      requestLog.streamError(error, request, reply);
      return written.splice(0);
    };
    const gone = Object.assign(new Error('gone'), { code: 'ERR_STREAM_PREMATURE_CLOSE' });
    expect(logAs(gone)).toEqual(Array(3).fill('info Client disconnected'));
    expect(logAs(new Error('broken')).map((line) => line.split(' ', 1)[0])).toEqual([
      'error',
      'error',
      'warn',
    ]);
  });
});

describe('loggedPath', () => {
  it.each([
    ['/a/?b=c?d', '/a/'],
    ['?b', ''],
    ['/proxy/https://a@b/c', '/proxy/'],
    ['/Proxy/a@b', '/Proxy/'],
    ['/x/proxy//a@b', '/x/proxy/'],
    ['/%70roxy/https://a@b/c', '/%70roxy/'],
    ['/docs/https:/a@b', '/docs/'],
    ['/docs/proxy', '/docs/proxy'],
    ['/', '/'],
    [`/${'a'.repeat(300)}?b`, `/${'a'.repeat(199)}`],
  ])('%s', (url, path) => {
    expect(loggedPath(url)).toBe(path);
  });
});
