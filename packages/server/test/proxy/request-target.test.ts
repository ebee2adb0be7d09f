import { describe, expect, it } from 'vitest';
import { proxiedPart } from '../../src/proxy/request-target.ts';

describe('proxiedPart', () => {
  it.each([
    ['/proxy/https://a/b?c=//d', 'https://a/b?c=//d'],
    ['/proxy/', ''],
    ['/proxy/https://a/%2e%2e/../b', 'https://a/%2e%2e/../b'],
    ['/proxy//proxy/x', '/proxy/x'],
    // RFC 9112, 3.2.2: the absolute form.
    ['http://localhost:3000/proxy/https://a/../b', 'https://a/../b'],
    ['HTTPS://user@localhost/proxy/https://a', 'https://a'],
  ])('of %s is %s', (target, part) => {
    expect(proxiedPart(target, '/proxy/')).toBe(part);
  });

  it.each(['/proxy', '/proxy?a', '/Proxy/x', '//proxy/x', '/%70roxy/x', '/a/proxy/x', '*', ''])(
    'leaves %j to the router',
    (target) => {
      expect(proxiedPart(target, '/proxy/')).toBeUndefined();
    },
  );

  it('goes by the path the site lives below', () => {
    expect(proxiedPart('/docs/proxy/https://a', '/docs/proxy/')).toBe('https://a');
    expect(proxiedPart('/proxy/https://a', '/docs/proxy/')).toBeUndefined();
  });
});
