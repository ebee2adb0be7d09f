import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { bodies, hostileRequest, hostileText } from './support/arbitrary-bodies.ts';
import { recordWith } from './support/corpus.ts';
import { credentials, endpointOver, queriesPath, type Result } from './support/endpoint.ts';
import { fakeEngine } from './support/fake-engine.ts';

const endpoint = endpointOver();

/** Any answer is either results or a refusal in the provider's shape. */
function check(path: string, body: string): void {
  const { status, body: answer } = endpoint({ path, credentials, body });
  if (status === 200) {
    const single = path.endsWith('/query');
    expect(answer).toHaveProperty(single ? 'processingTimeMS' : 'results');
    return;
  }
  expect([400, 403, 404, 413]).toContain(status);
  expect(answer).toEqual({ message: expect.any(String) as string, status });
}

describe('whatever a body holds', () => {
  it.each([queriesPath, '/1/indexes/anedya-docs/query'])('%s answers or refuses', (path) => {
    fc.assert(
      fc.property(bodies, (body) => check(path, body)),
      { numRuns: 1500 },
    );
  });

  it('a request with hostile parameters is answered or refused', () => {
    fc.assert(
      fc.property(hostileRequest, (request) => {
        const body = JSON.stringify({ requests: [{ indexName: 'anedya-docs', ...request }] });
        check(queriesPath, body);
      }),
      { numRuns: 1500 },
    );
  });

  it('some of those requests are answered, and some refused', () => {
    const statuses = fc.sample(hostileRequest, 300).map((request) => {
      const body = JSON.stringify({ requests: [{ indexName: 'anedya-docs', ...request }] });
      return endpoint({ path: queriesPath, credentials, body }).status;
    });
    expect(new Set(statuses)).toEqual(new Set([200, 400]));
  });
});

it('whatever a text holds, its marked forms hold no tag that is not ours', () => {
  fc.assert(
    fc.property(hostileText, fc.constantFrom('img', 'a', 'script img'), (text, query) => {
      const record = recordWith(`img a script ${text}`);
      const request = {
        indexName: 'anedya-docs',
        query,
        attributesToSnippet: ['*:50'],
        highlightPreTag: '[',
        highlightPostTag: ']',
      };
      const body = JSON.stringify({ requests: [request] });
      const answer = endpointOver(fakeEngine([record]))({ path: queriesPath, credentials, body });
      const [hit] = (answer.body as { results: Result[] }).results[0]?.hits ?? [];
      const values = [hit?._highlightResult?.content?.value, hit?._snippetResult?.content?.value];
      for (const value of values) {
        expect(value).toContain('[');
        expect(value).not.toMatch(/[<>"']/);
      }
    }),
  );
});
