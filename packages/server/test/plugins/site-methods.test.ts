import { describe, expect, it } from 'vitest';
import { useApp } from '../support/app.ts';

const harness = useApp();
const methods = ['POST', 'PUT', 'PATCH', 'DELETE', 'OPTIONS'] as const;

// RFC 9110, 15.5.6: 405 lists the allowed methods in Allow.
describe.each(methods)('%s', (method) => {
  it.each(['/', '/guide/', '/guide', '/assets/js/a.12345678.js', '/unknown/'])(
    'on %s gets 405 with Allow',
    async (url) => {
      const response = await harness.app.inject({ url, method });
      expect(response.statusCode).toBe(405);
      expect(response.headers.allow).toBe('GET, HEAD');
    },
  );
});

it.each([
  ['/1/indexes/*/queries', ['GET', 'HEAD', 'PUT', 'PATCH', 'DELETE', 'TRACE'], 'POST, OPTIONS'],
  ['/page-views', ['GET', 'HEAD', 'PUT', 'PATCH', 'DELETE', 'OPTIONS', 'TRACE'], 'POST'],
  ['/mcp/server-card', ['POST', 'PUT', 'PATCH', 'DELETE', 'TRACE'], 'GET, HEAD, OPTIONS'],
] as const)('%s with another method gets 405 with its own Allow', async (url, others, allow) => {
  for (const method of others) {
    const response = await harness.app.inject({ url, method: method as 'GET' });
    expect([method, response.statusCode, response.headers.allow]).toEqual([method, 405, allow]);
  }
});

describe('a body does not change the response', () => {
  it.each(['application/json', 'application/xml', 'text/plain', 'multipart/form-data'])(
    '%s',
    async (type) => {
      const response = await harness.app.inject({
        url: '/guide/',
        method: 'POST',
        headers: { 'content-type': type },
        payload: '"x"',
      });
      expect(response.statusCode).toBe(405);
      expect(response.headers.allow).toBe('GET, HEAD');
    },
  );
});
