import { describe, expect, it } from 'vitest';
import { useApp } from '../support/app.ts';

const harness = useApp();
const methods = ['POST', 'PUT', 'PATCH', 'DELETE', 'OPTIONS'] as const;

// RFC 9110, 15.5.6: 405 names the methods there are in Allow.
describe.each(methods)('%s', (method) => {
  it.each(['/', '/guide/', '/guide', '/assets/js/a.12345678.js', '/unknown/'])(
    'on %s gets 405 with Allow',
    async (url) => {
      const answer = await harness.app.inject({ url, method });
      expect(answer.statusCode).toBe(405);
      expect(answer.headers.allow).toBe('GET, HEAD');
    },
  );
});

describe('a body does not change the answer', () => {
  it.each(['application/json', 'application/xml', 'text/plain', 'multipart/form-data'])(
    '%s',
    async (type) => {
      const answer = await harness.app.inject({
        url: '/guide/',
        method: 'POST',
        headers: { 'content-type': type },
        payload: '"x"',
      });
      expect(answer.statusCode).toBe(405);
      expect(answer.headers.allow).toBe('GET, HEAD');
    },
  );
});
