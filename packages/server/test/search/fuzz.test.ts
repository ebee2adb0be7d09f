import fc from 'fast-check';
import { afterAll, beforeAll, expect, it, vi } from 'vitest';
import { bodies } from '../../../search/test/protocol/support/arbitrary-bodies.ts';
import { limits } from '../../src/limits.ts';
import { useApp } from '../support/app.ts';
import { post, queriesUrl, searchOptions } from '../support/search-app.ts';

const harness = useApp({ ...searchOptions(), logLevel: 'silent' });

// Every request has a separate rate-limit window.
const nextWindow = () => vi.setSystemTime(Date.now() + limits.search.rate.window);
beforeAll(() => {
  vi.useFakeTimers({ toFake: ['Date'] });
});
afterAll(() => {
  vi.useRealTimers();
});

const urls = fc.constantFrom(
  queriesUrl,
  queriesUrl.replace('*/queries', 'anedya-docs/query'),
  queriesUrl.replace('*/queries', '%2A/queries'),
  queriesUrl.replace('queries', 'objects'),
  queriesUrl.replace('search-only', 'x'),
);
const types = fc.constantFrom('text/plain', 'application/json', 'text/plain; charset=utf-8', 'x');

it('any body gets a response or an error in the provider format', async () => {
  await fc.assert(
    fc.asyncProperty(bodies, urls, types, async (body, url, type) => {
      nextWindow();
      const response = await harness.app.inject({
        ...post(body, url),
        headers: { 'content-type': type },
      });
      const status = response.statusCode;
      if (status === 200) return;
      expect([400, 403, 404, 413]).toContain(status);
      expect(response.json()).toEqual({ message: expect.any(String) as string, status });
    }),
    { numRuns: 600 },
  );
});

it('bytes that are not text get an error', async () => {
  await fc.assert(
    fc.asyncProperty(fc.uint8Array({ minLength: 1, maxLength: 64 }), async (bytes) => {
      nextWindow();
      const response = await harness.app.inject({
        ...post(''),
        payload: Buffer.from(bytes),
      });
      expect(response.statusCode).toBe(400);
      expect(response.json()).toEqual({ message: expect.any(String) as string, status: 400 });
    }),
    { numRuns: 200 },
  );
});
