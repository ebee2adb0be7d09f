import { describe, expect, it } from 'vitest';
import { useApp } from '../support/app.ts';

const harness = useApp();

// docs/behavior.md, section 2: one path a page; RFC 9110, 15.4.9: 308 keeps the method.
describe('a path that is not canonical', () => {
  it.each([
    ['/guide', '/guide/'],
    ['/guide.html', '/guide/'],
    ['/guide/index.html', '/guide/'],
    ['/index.html', '/'],
    ['/guide?q=a%20b&c', '/guide/?q=a%20b&c'],
    ['/guide/index.html?q=/x.html', '/guide/?q=/x.html'],
  ])('%s goes to %s', async (url, location) => {
    for (const method of ['GET', 'HEAD'] as const) {
      const response = await harness.app.inject({ url, method });
      expect(response.statusCode).toBe(308);
      expect(response.headers.location).toBe(location);
    }
  });

  it('is redirected with any condition or range', async () => {
    const headers = { 'if-none-match': '*', range: 'bytes=0-1' };
    expect((await harness.app.inject({ url: '/guide', headers })).statusCode).toBe(308);
  });
});
