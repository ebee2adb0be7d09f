import { describe, expect, it } from 'vitest';
import type { QueryAnswer } from '../../src/types.ts';
import { fakeEngine } from './support/fake-engine.ts';
import { corpus } from './support/corpus.ts';
import { credentials, endpointOver, queriesPath } from './support/endpoint.ts';

const many = Array.from({ length: 1500 }, (_, at) => ({ ...corpus[0], objectID: `m${at}` }));
const endpoint = endpointOver(fakeEngine(many as typeof corpus));

function hits(request: object): QueryAnswer & { nbPages?: number } {
  const body = JSON.stringify({
    requests: [{ indexName: 'anedya-docs', attributesToHighlight: [], ...request }],
  });
  const { body: answer } = endpoint({ path: queriesPath, credentials, body });
  const [result] = (answer as { results: QueryAnswer[] }).results;
  if (!result) throw new Error('an answer without results');
  return result;
}

it('a call costs its searches, and more for more than a page of hits', () => {
  const cost = (requests: object[]) => {
    const body = JSON.stringify({
      requests: requests.map((request) => ({ indexName: 'anedya-docs', ...request })),
    });
    return endpoint({ path: queriesPath, credentials, body }).cost;
  };
  expect(cost([{}])).toBe(1);
  expect(cost([{ hitsPerPage: 0 }, {}, { type: 'facet', facet: 'type' }])).toBe(3);
  expect(cost([{ hitsPerPage: 500 }, { hitsPerPage: 21 }])).toBe(27);
  expect(cost([{ page: -1 }])).toBeUndefined();
});

describe('hits past the first 1000', () => {
  it('are counted, but have no page', () => {
    expect(hits({ hitsPerPage: 300 })).toMatchObject({ nbHits: 1500, nbPages: 4 });
    expect(hits({ hitsPerPage: 300, page: 3 }).hits).toHaveLength(100);
    expect(hits({ hitsPerPage: 300, page: 4 }).hits).toHaveLength(0);
  });

  it('are not reached by offset either', () => {
    expect(hits({ offset: 990, length: 50 }).hits).toHaveLength(10);
    expect(hits({ offset: 1000, length: 50 }).hits).toHaveLength(0);
  });
});
