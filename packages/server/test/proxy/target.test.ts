import { describe, expect, it } from 'vitest';
import { ProxyFault } from '../../src/proxy/fault.ts';
import { createPolicy } from '../../src/proxy/policy.ts';
import { checkTarget, parseTarget } from '../../src/proxy/target.ts';

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

function faultOf(work: () => unknown): ProxyFault {
  try {
    work();
  } catch (error) {
    if (error instanceof ProxyFault) return error;
  }
  throw new Error('it went through');
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
  ])('reads %s', (text, href) => {
    expect(parseTarget(text).href).toBe(href);
  });

  it('names the slash that a proxy in front has merged away', () => {
    const fault = faultOf(() => parseTarget('https:/api.example.com/v1/a'));
    expect(fault.code).toBe('target_invalid');
    expect(fault.hint).toContain('merges slashes');
  });

  it('bounds the length', () => {
    const head = 'https://api.example.com/v1/';
    expect(parseTarget(head.padEnd(2048, 'a')).pathname).toHaveLength(2048 - 23);
    expect(faultOf(() => parseTarget(head.padEnd(2049, 'a'))).code).toBe('target_invalid');
  });

  it('repeats nothing of a target that it refuses', () => {
    const { message, hint } = faultOf(() => parseTarget('https://user:secret@api.example.com/'));
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
  ])('takes %s', (text) => {
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
  ])('refuses %s', (text) => {
    expect(faultOf(() => check(text)).code).toBe('target_not_allowed');
  });

  it('names the host that it refuses, cut to a bounded length', () => {
    const { message } = faultOf(() => check(`https://${'a.'.repeat(100)}com/`));
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
      named: false,
    });
    expect([...joined.methods]).toEqual(['POST', 'GET']);
    expect([...joined.requestHeaders]).toEqual(['content-type', 'accept', 'authorization']);
  });
});
