import { describe, expect, it } from 'vitest';
import type { QueryResponse } from '../../src/types.ts';
import { fakeEngine } from './support/fake-engine.ts';
import { corpus } from './support/corpus.ts';
import { credentials, endpointOver, queriesPath } from './support/endpoint.ts';

const many = Array.from({ length: 1500 }, (_, at) => ({ ...corpus[0], objectID: `m${at}` }));
const endpoint = endpointOver(fakeEngine(many as typeof corpus));

function hits(request: object): QueryResponse & { nbPages?: number } {
  const body = JSON.stringify({
    requests: [{ indexName: 'anedya-docs', attributesToHighlight: [], ...request }],
  });
  const { body: response } = endpoint({ path: queriesPath, credentials, body });
  const [result] = (response as { results: QueryResponse[] }).results;
  if (!result) throw new Error('a response without results');
  return result;
}

it('a request costs one per query, and one per further page of hits', () => {
  const cost = (requests: object[]) => {
    const body = JSON.stringify({
      requests: requests.map((request) => ({ indexName: 'anedya-docs', ...request })),
    });
    return endpoint({ path: queriesPath, credentials, body }).cost;
  };
  expect(cost([{}])).toBe(1);
  expect(cost([{ hitsPerPage: 0 }, {}])).toBe(2);
  expect(cost([{ hitsPerPage: 500 }, { hitsPerPage: 21 }])).toBe(27);
  expect(cost([{ page: -1 }])).toBeUndefined();
});

describe('hits above 1000', () => {
  it('are counted, but not returned', () => {
    expect(hits({ hitsPerPage: 300 })).toMatchObject({ nbHits: 1500, nbPages: 4 });
    expect(hits({ hitsPerPage: 300, page: 3 }).hits).toHaveLength(100);
    expect(hits({ hitsPerPage: 300, page: 4 }).hits).toHaveLength(0);
  });
});
