import { createEndpoint, type EndpointResponse } from '../../../src/protocol/index.ts';
import type { SearchEngine } from '../../../src/types.ts';
import { corpus } from './corpus.ts';
import { fakeEngine } from './fake-engine.ts';

export const credentials = { applicationId: 'self-hosted', apiKey: 'search-only' };
export const queriesPath = '/1/indexes/*/queries';

/** Creates an endpoint with a clock that advances by 3 ms per reading. */
export function endpointOver(engine: SearchEngine = fakeEngine(corpus)) {
  let time = 0;
  return createEndpoint({
    engine,
    indexName: 'anedya-docs',
    credentials,
    now: () => (time += 3),
    newQueryId: () => 'a1b2c3',
  });
}

/** Posts a value as JSON, or raw text. */
export function post(body: unknown, path = queriesPath): EndpointResponse {
  const text = typeof body === 'string' ? body : JSON.stringify(body);
  return endpointOver()({ path, credentials, body: text });
}

/** The fields of a result that tests read. */
export interface Result {
  readonly hits: readonly {
    readonly objectID: string;
    readonly _highlightResult?: Marked;
    readonly _snippetResult?: Marked;
    readonly [name: string]: unknown;
  }[];
  readonly [name: string]: unknown;
}

export interface Marked {
  readonly hierarchy?: Readonly<Record<string, Mark>>;
  readonly content?: Mark;
}

export interface Mark {
  readonly value: string;
  readonly matchLevel: string;
  readonly matchedWords?: readonly string[];
  readonly fullyHighlighted?: boolean;
}

/** Posts queries, expects success, and returns the results. */
export function results(...requests: readonly Record<string, unknown>[]): Result[] {
  const { status, body } = post({
    requests: requests.map((request) => ({ indexName: 'anedya-docs', ...request })),
  });
  if (status !== 200) throw new Error(`rejected: ${JSON.stringify(body)}`);
  return (body as { results: Result[] }).results;
}

/** Posts one query and returns its result. */
export function result(request: Record<string, unknown>): Result {
  const [first] = results(request);
  if (!first) throw new Error('a response without results');
  return first;
}

/** Posts one query and returns the response, for errors. */
export function respond(request: Record<string, unknown>): EndpointResponse {
  return post({ requests: [{ indexName: 'anedya-docs', ...request }] });
}

export const ids = ({ hits }: Result): string[] => hits.map(({ objectID }) => objectID);
