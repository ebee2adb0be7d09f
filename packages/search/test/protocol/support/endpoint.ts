import { createEndpoint, type EndpointAnswer } from '../../../src/protocol/index.ts';
import type { SearchEngine } from '../../../src/types.ts';
import { corpus } from './corpus.ts';
import { fakeEngine } from './fake-engine.ts';

export const credentials = { applicationId: 'self-hosted', apiKey: 'search-only' };
export const queriesPath = '/1/indexes/*/queries';

/** An endpoint over an engine, with a clock that moves 3 ms at each look. */
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

/** Posts a value, or a text as it is, to the path of many queries. */
export function post(body: unknown, path = queriesPath): EndpointAnswer {
  const text = typeof body === 'string' ? body : JSON.stringify(body);
  return endpointOver()({ path, credentials, body: text });
}

/** The parts of a result that tests look at. */
export interface Result {
  readonly hits: readonly {
    readonly objectID: string;
    readonly _highlightResult?: Marked;
    readonly _snippetResult?: Marked;
    readonly [name: string]: unknown;
  }[];
  readonly facets?: Readonly<Record<string, Readonly<Record<string, number>>>>;
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

/** Posts requests against the index, expects an answer, and returns its results. */
export function results(...requests: readonly Record<string, unknown>[]): Result[] {
  const { status, body } = post({
    requests: requests.map((request) => ({ indexName: 'anedya-docs', ...request })),
  });
  if (status !== 200) throw new Error(`refused: ${JSON.stringify(body)}`);
  return (body as { results: Result[] }).results;
}

/** Posts one request and returns its result. */
export function result(request: Record<string, unknown>): Result {
  const [first] = results(request);
  if (!first) throw new Error('an answer without results');
  return first;
}

/** Posts one request and returns the refusal. */
export function refusal(request: Record<string, unknown>): EndpointAnswer {
  return post({ requests: [{ indexName: 'anedya-docs', ...request }] });
}

export const ids = ({ hits }: Result): string[] => hits.map(({ objectID }) => objectID);
