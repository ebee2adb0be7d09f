import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { bodies, hostileRequest, hostileText } from './support/arbitrary-bodies.ts';
import { recordWith } from './support/corpus.ts';
import { credentials, endpointOver, queriesPath, type Result } from './support/endpoint.ts';
import { fakeEngine } from './support/fake-engine.ts';

const endpoint = endpointOver();

/** Every response has either results or an error in the provider's format. */
function check(path: string, body: string): void {
  const { status, body: response } = endpoint({ path, credentials, body });
  if (status === 200) {
    expect(response).toHaveProperty('results');
    return;
  }
  expect([400, 403, 404, 413]).toContain(status);
  expect(response).toEqual({ message: expect.any(String) as string, status });
}

describe('any body', () => {
  it('gets results or an error', () => {
    fc.assert(
      fc.property(bodies, (body) => check(queriesPath, body)),
      { numRuns: 1500 },
    );
  });

  it('a query with hostile parameters gets results or an error', () => {
    fc.assert(
      fc.property(hostileRequest, (request) => {
        const body = JSON.stringify({ requests: [{ indexName: 'anedya-docs', ...request }] });
        check(queriesPath, body);
      }),
      { numRuns: 1500 },
    );
  });

  it('some of those queries get results, and some an error', () => {
    const statuses = fc.sample(hostileRequest, 300).map((request) => {
      const body = JSON.stringify({ requests: [{ indexName: 'anedya-docs', ...request }] });
      return endpoint({ path: queriesPath, credentials, body }).status;
    });
    expect(new Set(statuses)).toEqual(new Set([200, 400]));
  });
});

it('highlighted text contains no tags but the configured ones', () => {
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
      const response = endpointOver(fakeEngine([record]))({ path: queriesPath, credentials, body });
      const [hit] = (response.body as { results: Result[] }).results[0]?.hits ?? [];
      const values = [hit?._highlightResult?.content?.value, hit?._snippetResult?.content?.value];
      for (const value of values) {
        expect(value).toContain('[');
        expect(value).not.toMatch(/[<>"']/);
      }
    }),
  );
});
