import type { InjectOptions } from 'fastify';
import { describe, expect, it } from 'vitest';
import { loggedPath } from '../src/logging.ts';
import { useApp } from './support/app.ts';

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
    'a key that is not known',
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
    'a content type that is not known',
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
  it.each(requests)('hold nothing of %s but method, path and status', async (_case, request) => {
    const from = harness.lines.length;
    await harness.app.inject({ remoteAddress: address, ...request });
    const written = harness.lines.slice(from).join('');
    expect(written).not.toContain(secret);
    expect(written).not.toContain(address);
  });

  it('tell method, path and status as JSON', async () => {
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

  it('cut the path', async () => {
    const from = harness.lines.length;
    await harness.app.inject({ url: `/${'x'.repeat(1500)}` });
    const written = harness.lines.slice(from).join('');
    expect(written).toContain('x'.repeat(199));
    expect(written).not.toContain('x'.repeat(200));
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
