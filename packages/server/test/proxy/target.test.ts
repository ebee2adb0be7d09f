import { describe, expect, it } from 'vitest';
import { ProxyError } from '../../src/proxy/errors.ts';
import { createPolicy } from '../../src/proxy/policy.ts';
import { checkTarget, parseTarget, proxiedPart } from '../../src/proxy/target.ts';

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

  it('respects the base path of the site', () => {
    expect(proxiedPart('/docs/proxy/https://a', '/docs/proxy/')).toBe('https://a');
    expect(proxiedPart('/proxy/https://a', '/docs/proxy/')).toBeUndefined();
  });
});

const policy = createPolicy(
  [
    {
      servers: [{ origin: 'https://api.example.com', basePath: '/v1/' }],
      methods: ['POST'],
      headers: [],
    },
  ],
  ['http://localhost:4010', 'http://[fd00::1]:8080'],
);

function errorOf(work: () => unknown): ProxyError {
  try {
    work();
  } catch (error) {
    if (error instanceof ProxyError) return error;
  }
  throw new Error('it was accepted');
}

describe('parseTarget', () => {
  it.each([
    ['https://api.example.com/v1/a', 'https://api.example.com/v1/a'],
    ['https://api.example.com:443/v1/a?b=c', 'https://api.example.com/v1/a?b=c'],
    ['HTTPS://API.example.com/v1/a%20b', 'https://api.example.com/v1/a%20b'],
    ['https://api.example.com', 'https://api.example.com/'],
    ['https://api.example.com?a=/../%2e', 'https://api.example.com/?a=/../%2e'],
    ['http://[fd00::1]:8080/x', 'http://[fd00::1]:8080/x'],
    ["https://h/v1/~a-b_c.d!$&'()*+,;=:@/...", "https://h/v1/~a-b_c.d!$&'()*+,;=:@/..."],
  ])('parses %s', (text, href) => {
    expect(parseTarget(text).href).toBe(href);
  });

  it('explains that a reverse proxy merged slashes', () => {
    const error = errorOf(() => parseTarget('https:/api.example.com/v1/a'));
    expect(error.code).toBe('target_invalid');
    expect(error.hint).toContain('merges slashes');
  });

  it('limits the length', () => {
    const head = 'https://api.example.com/v1/';
    expect(parseTarget(head.padEnd(2048, 'a')).pathname).toHaveLength(2048 - 23);
    expect(errorOf(() => parseTarget(head.padEnd(2049, 'a'))).code).toBe('target_invalid');
  });

  it('does not quote a rejected target', () => {
    const { message, hint } = errorOf(() => parseTarget('https://user:secret@api.example.com/'));
    expect(message + hint).not.toMatch(/secret|user:|example/);
  });
});

describe('checkTarget', () => {
  const check = (text: string) => checkTarget(new URL(text), policy);

  it.each([
    'https://api.example.com/v1/a',
    'http://localhost:4010/',
    'http://localhost:4010/anything/at/all',
    'http://[fd00::1]:8080/x',
  ])('accepts %s', (text) => {
    expect(() => check(text)).not.toThrow();
  });

  it.each([
    'http://api.example.com/v1/a',
    'https://api.example.com:8443/v1/a',
    'https://api.example.com./v1/a',
    'https://api.example.com/v1',
    'https://api.example.com/v2/a',
    'https://api.example.com/',
    'https://localhost:4010/',
    'http://localhost/',
    'http://localhost:40100/',
  ])('rejects %s', (text) => {
    expect(errorOf(() => check(text)).code).toBe('target_not_allowed');
  });

  it('names the rejected host, truncated', () => {
    const { message } = errorOf(() => check(`https://${'a.'.repeat(100)}com/`));
    expect(message).toContain('a.a.a.');
    expect(message.length).toBeLessThan(130);
  });

  it('keeps every base path of an origin that two documents share', () => {
    const api = (basePath: string) => ({
      servers: [{ origin: 'https://h', basePath }],
      methods: ['POST', 'GET'],
      headers: ['authorization'],
    });
    const joined = createPolicy([api('/a/'), api('/b/'), api('/a/')], []);
    expect(joined.destinations.get('https://h')).toEqual({
      basePaths: ['/a/', '/b/'],
      isConfigured: false,
    });
    expect([...joined.methods]).toEqual(['POST', 'GET']);
    expect([...joined.requestHeaders]).toEqual(['content-type', 'accept', 'authorization']);
  });
});
