import fc from 'fast-check';
import { expect, it } from 'vitest';
import { bodies } from '../../../search/test/protocol/support/arbitrary-bodies.ts';
import { useApp } from '../support/app.ts';
import { post, queriesUrl, searchOptions, TestClock } from '../support/search-app.ts';

const clock = new TestClock();
const harness = useApp({ ...searchOptions(clock), logLevel: 'silent' });

const urls = fc.constantFrom(
  queriesUrl,
  queriesUrl.replace('*/queries', 'anedya-docs/query'),
  queriesUrl.replace('*/queries', '%2A/queries'),
  queriesUrl.replace('queries', 'objects'),
  queriesUrl.replace('search-only', 'x'),
);
const types = fc.constantFrom('text/plain', 'application/json', 'text/plain; charset=utf-8', 'x');

it('whatever is posted gets an answer or a refusal in the shape of the provider', async () => {
  await fc.assert(
    fc.asyncProperty(bodies, urls, types, async (body, url, type) => {
      // Not this test's matter: the clock gives every request its token.
      clock.time += 60_000;
      const answer = await harness.app.inject({
        ...post(body, url),
        headers: { 'content-type': type },
      });
      const status = answer.statusCode;
      if (status === 200) return;
      expect([400, 403, 404, 413]).toContain(status);
      expect(answer.json()).toEqual({ message: expect.any(String) as string, status });
    }),
    { numRuns: 600 },
  );
});

it('bytes that are no text get a refusal as well', async () => {
  await fc.assert(
    fc.asyncProperty(fc.uint8Array({ minLength: 1, maxLength: 64 }), async (bytes) => {
      clock.time += 1000;
      const answer = await harness.app.inject({
        ...post(''),
        payload: Buffer.from(bytes),
      });
      expect(answer.statusCode).toBe(400);
      expect(answer.json()).toEqual({ message: expect.any(String) as string, status: 400 });
    }),
    { numRuns: 200 },
  );
});
