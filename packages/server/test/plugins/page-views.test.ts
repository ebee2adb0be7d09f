import { describe, expect, it } from 'vitest';
import { useApp } from '../support/app.ts';

const harness = useApp();

async function count(path: string): Promise<number> {
  const { body } = await harness.app.inject({ url: '/metrics' });
  const line = body.split('\n').find((text) => text.startsWith(`page_views_total{path="${path}"}`));
  return Number(line?.split(' ')[1] ?? 0);
}

const report = (payload: unknown, headers: Record<string, string> = {}) =>
  harness.app.inject({
    method: 'POST',
    url: '/page-views',
    headers: { 'content-type': 'application/json', ...headers },
    payload: typeof payload === 'string' ? payload : JSON.stringify(payload),
  });

describe('POST /page-views', () => {
  it('counts a page of the site under its path, without a response body', async () => {
    const before = await count('/guide/');
    const response = await report({ path: '/guide/', title: 'Guide' });
    expect(response.statusCode).toBe(204);
    expect(response.rawPayload).toHaveLength(0);
    expect(await count('/guide/')).toBe(before + 1);
  });

  it.each(['/unknown/', '/guide', '/assets/js/a.12345678.js', 'a"} 1\nevil{b="'])(
    'counts %j as "other"',
    async (path) => {
      const before = await count('other');
      expect((await report({ path, title: '' })).statusCode).toBe(204);
      expect(await count('other')).toBe(before + 1);
      expect(await count(path)).toBe(0);
    },
  );

  it('has no titles in the metrics', async () => {
    await report({ path: '/', title: 'a-title-nobody-else-has' });
    const { body } = await harness.app.inject({ url: '/metrics' });
    expect(body).not.toContain('a-title-nobody-else-has');
  });

  it('sets no cookie', async () => {
    expect((await report({ path: '/', title: '' })).headers).not.toHaveProperty('set-cookie');
  });
});

// Fetch Metadata, 2.3: the browser sends the relation of the requesting site.
describe('Sec-Fetch-Site', () => {
  it('cross-site is accepted and not counted', async () => {
    const before = await count('/');
    const response = await report({ path: '/', title: '' }, { 'sec-fetch-site': 'cross-site' });
    expect(response.statusCode).toBe(204);
    expect(await count('/')).toBe(before);
  });

  it.each(['same-origin', 'same-site', 'none'])('%s is counted', async (site) => {
    const before = await count('/');
    await report({ path: '/', title: '' }, { 'sec-fetch-site': site });
    expect(await count('/')).toBe(before + 1);
  });
});

describe('an invalid body', () => {
  const long = 'a'.repeat(513);

  it.each([
    [400, 'without path', { title: '' }],
    [400, 'without title', { path: '/' }],
    [400, 'with a long path', { path: long, title: '' }],
    [400, 'with a long title', { path: '/', title: long }],
    [400, 'that is an array', []],
    [400, 'that is null', null],
    [400, 'that is empty', ''],
    [400, 'that is not JSON', '{"path":'],
    [400, 'with an own __proto__', '{"__proto__":{"path":"/"},"path":"/","title":""}'],
    [413, 'above 4 kB', { path: '/', title: 'a'.repeat(4096) }],
  ])('gets %i: %s', async (status, _case, payload) => {
    const before = (await count('/')) + (await count('other'));
    expect((await report(payload)).statusCode).toBe(status);
    expect((await count('/')) + (await count('other'))).toBe(before);
  });

  it('of another type gets 415', async () => {
    const response = await report('path=/', { 'content-type': 'application/xml' });
    expect(response.statusCode).toBe(415);
  });
});
