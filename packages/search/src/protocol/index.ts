import type { SearchEngine } from '../types.ts';
import { errorBody, ProtocolError, protocolErrors } from './errors.ts';
import { defaults, limits } from './limits.ts';
import { readParameters, readText } from './parameters.ts';
import { searchResult, type SearchQuery, type SearchResult } from './result.ts';

export { errorBody, ProtocolError, protocolErrors } from './errors.ts';
export { limits as protocolLimits } from './limits.ts';

export interface EndpointOptions {
  readonly engine: SearchEngine;
  readonly indexName: string;
  readonly credentials: Credentials;
  /** Milliseconds, with any epoch: the clock for `processingTimeMS`. */
  readonly now: () => number;
  /** Identifies the result of a query with `clickAnalytics`. */
  readonly newQueryId: () => string;
}

/** What the provider's client sends as headers or in the query string. */
export interface Credentials {
  readonly applicationId: string;
  readonly apiKey: string;
}

/** A POST request. */
export interface EndpointRequest {
  /** Path of the URL from `/1/` on, including percent-encoding. */
  readonly path: string;
  readonly credentials: Partial<Credentials>;
  readonly body: string;
}

export interface EndpointResponse {
  readonly status: number;
  readonly body: unknown;
  /** Work of a successful response, in queries with a page of 20 hits. */
  readonly cost?: number;
}

function parseJson(text: string): unknown {
  try {
    return JSON.parse(text) as unknown;
  } catch {
    throw protocolErrors.badJson();
  }
}

function asObject(value: unknown, path: string): Readonly<Record<string, unknown>> {
  if (typeof value !== 'object' || value === null || Array.isArray(value)) {
    throw protocolErrors.badValue(path, 'an object');
  }
  return value as Readonly<Record<string, unknown>>;
}

function readQuery(value: unknown, path: string): SearchQuery {
  const { indexName, ...fields } = asObject(value, path);
  return {
    indexName: readText({ value: indexName, path: `${path}.indexName` }),
    parameters: readParameters(fields, path),
  };
}

const encoder = new TextEncoder();

/** Reads `{ requests: [{ indexName, query, … }] }`. */
function readBody(body: string): SearchQuery[] {
  // Measuring bytes is only worth it for a text that is not too long already.
  const isTooLong = body.length > limits.bodyBytes;
  if (isTooLong || encoder.encode(body).length > limits.bodyBytes) {
    throw protocolErrors.tooLarge(limits.bodyBytes);
  }
  const { requests, ...others } = asObject(parseJson(body), 'body');
  const [unknown] = Object.keys(others);
  if (unknown !== undefined) {
    throw protocolErrors.unknownParameter(unknown.slice(0, limits.textBytes));
  }
  if (!Array.isArray(requests)) throw protocolErrors.badValue('requests', 'a list of requests');
  if (requests.length > limits.queries) throw protocolErrors.tooManyQueries();
  const queries = requests.map((request, at) => readQuery(request, `requests[${at}]`));
  const hits = queries.reduce((sum, { parameters }) => sum + parameters.hitsPerPage, 0);
  if (hits > limits.hitsPerRequest) {
    throw protocolErrors.badValue('requests', `at most ${limits.hitsPerRequest} hits in total`);
  }
  return queries;
}

/** Each query costs one, and each further page of marked-up hits costs one more. */
function costOf(results: readonly SearchResult[]): number {
  return results.reduce((sum, { hits }) => {
    return sum + Math.max(1, Math.ceil(hits.length / defaults.hitsPerPage));
  }, 0);
}

/**
 * Creates the hosted search provider's endpoint for an engine. It has no side effects, so a server and a browser worker
 * share it.
 * @returns a function from a POST request to the steps that lead to a response, one for each query, so that a server can do
 *   other work in between; they report errors in the provider's format, and throw only errors of the engine
 */
export function createSteps(
  options: EndpointOptions,
): (request: EndpointRequest) => Generator<undefined, EndpointResponse> {
  const { indexName, credentials } = options;

  function* respond(request: EndpointRequest): Generator<undefined, EndpointResponse> {
    const { path, credentials: given, body } = request;
    const isAuthorized =
      given.applicationId === credentials.applicationId && given.apiKey === credentials.apiKey;
    if (!isAuthorized) throw protocolErrors.badCredentials();
    if (!/^\/1\/indexes\/(?:\*|%2a)\/queries\/?$/i.test(path)) throw protocolErrors.unknownPath();
    const queries = readBody(body);
    const other = queries.find((query) => query.indexName !== indexName);
    if (other) throw protocolErrors.unknownIndex(other.indexName);
    const results: SearchResult[] = [];
    for (const query of queries) {
      if (results.length > 0) yield;
      results.push(searchResult(query, options));
    }
    return { status: 200, body: { results }, cost: costOf(results) };
  }

  return function* (request) {
    try {
      return yield* respond(request);
    } catch (error) {
      if (!(error instanceof ProtocolError)) throw error;
      return { status: error.status, body: errorBody(error) };
    }
  };
}

/** Creates the same endpoint for a worker, which does nothing else: its response is returned at once. */
export function createEndpoint(
  options: EndpointOptions,
): (request: EndpointRequest) => EndpointResponse {
  const stepsOf = createSteps(options);
  return (request) => {
    const steps = stepsOf(request);
    for (;;) {
      const step = steps.next();
      if (step.done) return step.value;
    }
  };
}
