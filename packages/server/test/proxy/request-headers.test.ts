import { describe, expect, it } from 'vitest';
import { forwardedHeaders } from '../../src/proxy/request-headers.ts';

const allowed = new Set(['authorization', 'content-type', 'accept', 'auth-mode']);
const forward = (headers: readonly (readonly [string, string])[]) =>
  forwardedHeaders(headers.flat(), allowed);

describe('forwardedHeaders', () => {
  it('passes what the policy names, under names in lower case, and asks for no content coding', () => {
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
  ])('leaves %s behind', (name) => {
    expect(forward([[name, 'x']])).toEqual({ 'accept-encoding': 'identity' });
  });

  it.each(['authorization', 'close, Authorization', 'keep-alive,AUTH-MODE'])(
    'refuses a credential that is for this hop alone: Connection: %s',
    (connection) => {
      const headers = [
        ['Connection', connection],
        ['Authorization', 'a'],
        ['Auth-mode', 'key'],
      ] as const;
      expect(() => forward(headers)).toThrow(/Connection declares/);
    },
  );

  it('minds no other option of the connection', () => {
    const headers = [
      ['Connection', 'keep-alive, Upgrade, constructor'],
      ['Authorization', 'a'],
    ] as const;
    expect(forward(headers)).toHaveProperty('authorization', 'a');
  });

  it('refuses a header that is sent twice', () => {
    const twice = [
      ['Authorization', 'a'],
      ['authorization', 'a'],
    ] as const;
    expect(() => forward(twice)).toThrow('The header authorization is sent twice');
  });

  it.each(['a\r\nX-Injected: 1', 'a\nb', 'a\0', 'caf\u00e9', '\u007f', '\u0142'])(
    'refuses the value %j, without repeating it',
    (value) => {
      const send = () => forward([['Authorization', value]]);
      expect(send).toThrow(/^The header authorization has characters outside visible ASCII$/);
    },
  );
});
