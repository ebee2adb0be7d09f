import type { SearchEngine } from '../types.ts';
import { facetValues } from './engine-filters.ts';
import { errorBody, ProtocolError, protocolErrors } from './errors.ts';
import { facetResult, type FacetResult } from './facet-result.ts';
import { defaults, limits } from './limits.ts';
import { readCall, readSingle, type Call, type SearchRequest } from './request.ts';
import { nothing, searchResult, type SearchResult, type Source } from './search-result.ts';

export interface EndpointOptions {
  readonly engine: SearchEngine;
  readonly indexName: string;
  readonly credentials: Credentials;
  /** Milliseconds, from any origin: the clock behind `processingTimeMS`. */
  readonly now: () => number;
  /** Identifies an answer to a request with `clickAnalytics`. */
  readonly newQueryId: () => string;
}

/** What the provider's client sends along, as headers or in the query string. */
export interface Credentials {
  readonly applicationId: string;
  readonly apiKey: string;
}

/** A POST as it came. */
export interface EndpointCall {
  /** Path of the URL from `/1/` on, percent-encoding included. */
  readonly path: string;
  readonly credentials: Partial<Credentials>;
  readonly body: string;
}

export interface EndpointAnswer {
  readonly status: number;
  readonly body: unknown;
  /** Of an answer that is no refusal: its work, in searches for one page of 20 hits. */
  readonly cost?: number;
}

type Result = SearchResult | FacetResult | (SearchResult & { readonly processed: false });

/** The answer to a request that the strategy leaves out: nothing was searched. */
function leftOut(request: SearchRequest, source: Source): Result {
  const engine = { size: 0, search: () => nothing };
  return { ...searchResult(request, { ...source, engine }), processed: false };
}

function answerAll(call: Call, source: Source): Result[] {
  let enough = false;
  return call.requests.map((request) => {
    if (request.facet !== undefined) return facetResult(request, request.facet, source);
    if (enough) return leftOut(request, source);
    const result = searchResult(request, source);
    enough = call.stopIfEnoughMatches && result.nbHits >= request.parameters.hitsPerPage;
    return result;
  });
}

function decode(segment: string): string {
  try {
    return decodeURIComponent(segment);
  } catch {
    throw protocolErrors.unknownPath();
  }
}

/** Reads what a path and a body ask for. */
function readAt(path: string, body: string): { call: Call; single: boolean } {
  const parts = /^\/1\/indexes\/([^/]+)\/(queries|query)\/?$/.exec(path);
  const name = decode(parts?.[1] ?? '');
  if (parts?.[2] === 'queries' && name === '*') return { call: readCall(body), single: false };
  if (parts?.[2] !== 'query') throw protocolErrors.unknownPath();
  return { call: { requests: [readSingle(name, body)], stopIfEnoughMatches: false }, single: true };
}

/** Bytes that a body may not exceed before it is worth measuring them. */
function checkSize(body: string): void {
  const tooLong = body.length > limits.bodyBytes;
  if (tooLong || new TextEncoder().encode(body).length > limits.bodyBytes) {
    throw protocolErrors.tooLarge(limits.bodyBytes);
  }
}

function checkHits({ requests }: Call): void {
  const hits = requests.reduce((sum, { parameters }) => {
    return sum + Math.max(parameters.hitsPerPage, parameters.length ?? 0);
  }, 0);
  if (hits > limits.hitsPerCall) {
    throw protocolErrors.badValue('requests', `at most ${limits.hitsPerCall} hits for all of them`);
  }
}

/** Each search costs one, and marking up more hits than a page costs as much again for each further page. */
function costOf(results: readonly Result[]): number {
  return results.reduce((sum, result) => {
    const pages = 'hits' in result ? Math.ceil(result.hits.length / defaults.hitsPerPage) : 1;
    return sum + Math.max(1, pages);
  }, 0);
}

/**
 * The hosted search provider's endpoint over an engine of ours. It is pure: a server and a browser worker share it.
 * @returns a function from a POST to the status and the JSON value of its answer; it refuses in the provider's shape
 *   and throws only what the engine throws
 */
export function createEndpoint(options: EndpointOptions): (call: EndpointCall) => EndpointAnswer {
  const { engine, indexName, credentials, now, newQueryId } = options;
  const source: Source = { engine, values: facetValues(engine), now, newQueryId };

  function answer({ path, credentials: given, body }: EndpointCall): EndpointAnswer {
    const known =
      given.applicationId === credentials.applicationId && given.apiKey === credentials.apiKey;
    if (!known) throw protocolErrors.badCredentials();
    checkSize(body);
    const { call, single } = readAt(path, body);
    const other = call.requests.find((request) => request.indexName !== indexName);
    if (other) throw protocolErrors.unknownIndex(other.indexName);
    checkHits(call);
    const results = answerAll(call, source);
    return { status: 200, body: single ? results[0] : { results }, cost: costOf(results) };
  }

  return (call) => {
    try {
      return answer(call);
    } catch (error) {
      if (!(error instanceof ProtocolError)) throw error;
      return { status: error.status, body: errorBody(error) };
    }
  };
}
