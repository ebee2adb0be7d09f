import { describe, expect, it } from 'vitest';
import { checkAnswer, passedHeaders } from '../../src/proxy/answer-headers.ts';

describe('passedHeaders', () => {
  it('passes the description of the body and the time to wait', () => {
    const headers = {
      'content-type': 'application/json',
      'content-length': '2',
      'content-language': 'en',
      date: 'Sat, 21 Nov 2026 10:00:00 GMT',
      'retry-after': '5',
    };
    expect(passedHeaders(headers)).toEqual(headers);
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
  ])('leaves out %s', (name) => {
    expect(passedHeaders({ [name]: 'x' })).toEqual({});
  });

  it('leaves out what is repeated or outside visible ASCII', () => {
    const headers = { 'content-type': ['text/html', 'application/json'], 'retry-after': '\u00e9' };
    expect(passedHeaders(headers)).toEqual({});
  });
});

describe('checkAnswer', () => {
  const codeOf = (status: number, headers = {}) => {
    try {
      checkAnswer(status, headers, 100);
    } catch (error) {
      return (error as { code?: string }).code;
    }
    return 'passed';
  };

  it.each([200, 204, 400, 401, 404, 429, 500, 599])('passes status %i', (status) => {
    expect(codeOf(status)).toBe('passed');
  });

  it.each([300, 301, 302, 303, 304, 307, 308, 399])('refuses redirect %i', (status) => {
    expect(codeOf(status, { location: 'https://example.org' })).toBe('redirect_refused');
  });

  it.each([101, 600, 999])('refuses status %i', (status) => {
    expect(codeOf(status)).toBe('upstream_broken');
  });

  it('refuses a body that is announced as too large', () => {
    expect(codeOf(200, { 'content-length': '100' })).toBe('passed');
    expect(codeOf(200, { 'content-length': '101' })).toBe('answer_too_large');
  });

  it.each(['gzip', 'br', 'identity, gzip'])('refuses the content coding %s', (coding) => {
    expect(codeOf(200, { 'content-encoding': coding })).toBe('upstream_broken');
  });

  it('takes a coding that changes nothing', () => {
    expect(codeOf(200, { 'content-encoding': 'identity' })).toBe('passed');
  });
});
