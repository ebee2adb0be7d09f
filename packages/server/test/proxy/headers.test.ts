import { describe, expect, it } from 'vitest';
import { checkResponseHead, forwardedHeaders, returnedHeaders } from '../../src/proxy/headers.ts';

const allowed = new Set(['authorization', 'content-type', 'accept', 'auth-mode']);
const forward = (headers: readonly (readonly [string, string])[]) =>
  forwardedHeaders(headers.flat(), allowed);

describe('forwardedHeaders', () => {
  it('forwards the headers of the policy with lower-case names, and asks for no content coding', () => {
    expect(
      forward([
        ['Authorization', 'Bearer a'],
        ['AUTH-MODE', 'key'],
        ['Content-Type', 'application/json'],
      ]),
    ).toEqual({
      authorization: 'Bearer a',
      'auth-mode': 'key',
      'content-type': 'application/json',
      'accept-encoding': 'identity',
    });
  });

  it.each([
    'Cookie',
    'Origin',
    'Referer',
    'Host',
    'Connection',
    'Content-Length',
    'Transfer-Encoding',
    'TE',
    'Trailer',
    'Upgrade',
    'Expect',
    'Keep-Alive',
    'Proxy-Authorization',
    'Proxy-Connection',
    'Forwarded',
    'X-Forwarded-For',
    'X-Forwarded-Host',
    'X-Real-IP',
    'Via',
    'User-Agent',
    'Accept-Encoding',
    'Sec-Fetch-Site',
    'X-HTTP-Method-Override',
    '__proto__',
    'constructor',
  ])('drops %s', (name) => {
    expect(forward([[name, 'x']])).toEqual({ 'accept-encoding': 'identity' });
  });

  it.each(['authorization', 'close, Authorization', 'keep-alive,AUTH-MODE'])(
    'rejects a hop-by-hop credential: Connection: %s',
    (connection) => {
      const headers = [
        ['Connection', connection],
        ['Authorization', 'a'],
        ['Auth-mode', 'key'],
      ] as const;
      expect(() => forward(headers)).toThrow(/Connection header declares/);
    },
  );

  it('ignores other connection options', () => {
    const headers = [
      ['Connection', 'keep-alive, Upgrade, constructor'],
      ['Authorization', 'a'],
    ] as const;
    expect(forward(headers)).toHaveProperty('authorization', 'a');
  });

  it('rejects a repeated header', () => {
    const twice = [
      ['Authorization', 'a'],
      ['authorization', 'a'],
    ] as const;
    expect(() => forward(twice)).toThrow('The request has more than one authorization header');
  });

  it.each(['a\r\nX-Injected: 1', 'a\nb', 'a\0', 'caf\u00e9', '\u007f', '\u0142'])(
    'rejects the value %j without quoting it',
    (value) => {
      const send = () => forward([['Authorization', value]]);
      expect(send).toThrow(/^The header authorization has characters outside visible ASCII$/);
    },
  );
});

describe('returnedHeaders', () => {
  it('returns the headers of the body, and Retry-After', () => {
    const headers = {
      'content-type': 'application/json',
      'content-length': '2',
      'content-language': 'en',
      date: 'Sat, 21 Nov 2026 10:00:00 GMT',
      'retry-after': '5',
    };
    expect(returnedHeaders(headers)).toEqual(headers);
  });

  it.each([
    'set-cookie',
    'access-control-allow-origin',
    'content-security-policy',
    'strict-transport-security',
    'location',
    'refresh',
    'link',
    'x-proxy-error',
    'server',
    'connection',
    'transfer-encoding',
    'trailer',
    'clear-site-data',
    'service-worker-allowed',
    'www-authenticate',
  ])('drops %s', (name) => {
    expect(returnedHeaders({ [name]: 'x' })).toEqual({});
  });

  it('drops repeated headers and values outside visible ASCII', () => {
    const headers = { 'content-type': ['text/html', 'application/json'], 'retry-after': '\u00e9' };
    expect(returnedHeaders(headers)).toEqual({});
  });
});

describe('checkResponseHead', () => {
  const codeOf = (status: number, headers = {}) => {
    try {
      checkResponseHead(status, headers, 100);
    } catch (error) {
      return (error as { code?: string }).code;
    }
    return 'passed';
  };

  it.each([200, 204, 400, 401, 404, 429, 500, 599])('accepts status %i', (status) => {
    expect(codeOf(status)).toBe('passed');
  });

  it.each([300, 301, 302, 303, 304, 307, 308, 399])('rejects redirect %i', (status) => {
    expect(codeOf(status, { location: 'https://example.org' })).toBe('redirect_not_followed');
  });

  it.each([101, 600, 999])('rejects status %i', (status) => {
    expect(codeOf(status)).toBe('upstream_broken');
  });

  it('rejects a body whose Content-Length is too large', () => {
    expect(codeOf(200, { 'content-length': '100' })).toBe('passed');
    expect(codeOf(200, { 'content-length': '101' })).toBe('response_too_large');
  });

  it.each(['gzip', 'br', 'identity, gzip'])('rejects the content coding %s', (coding) => {
    expect(codeOf(200, { 'content-encoding': coding })).toBe('upstream_broken');
  });

  it('accepts the identity coding', () => {
    expect(codeOf(200, { 'content-encoding': 'identity' })).toBe('passed');
  });
});
