import { protocolErrors } from './errors.ts';
import { faultOffset, placeOf } from './json-place.ts';
import { limits } from './limits.ts';
import { readParameters, type Parameters } from './parameters.ts';
import { readText } from './values.ts';

/** One request of a call. */
export interface SearchRequest {
  readonly indexName: string;
  readonly parameters: Parameters;
  /** Facet whose values are searched, of a request with `type: 'facet'`. */
  readonly facet?: string;
  /** The parameters as they came, URL-encoded: answers repeat them. */
  readonly params: string;
}

export interface Call {
  readonly requests: readonly SearchRequest[];
  /** Leave out the requests after one with a full page of hits. */
  readonly stopIfEnoughMatches: boolean;
}

type Fields = Readonly<Record<string, unknown>>;

function parseJson(text: string): unknown {
  try {
    return JSON.parse(text) as unknown;
  } catch {
    const { line, column } = placeOf(text, faultOffset(text));
    throw protocolErrors.badJson(line, column);
  }
}

function asFields(value: unknown, place: string): Fields {
  if (typeof value !== 'object' || value === null || Array.isArray(value)) {
    throw protocolErrors.badValue(place, 'an object');
  }
  return value as Fields;
}

/** Text without half of a surrogate pair, which no URL can hold. */
const wellFormed = (text: string) => text.replace(/\p{Surrogate}/gu, '\uFFFD');

/** URL-encodes fields as the provider's clients do: text as it is, everything else as JSON. */
function encode(fields: Iterable<[string, unknown]>): string {
  return [...fields]
    .map(([name, value]) => [name, typeof value === 'string' ? value : JSON.stringify(value)])
    .map((pair) => pair.map((text) => encodeURIComponent(wellFormed(text))).join('='))
    .join('&');
}

function readFields(fields: Fields, place: string): Pick<SearchRequest, 'parameters' | 'params'> {
  const { params, ...others } = fields;
  const given = new Map(Object.entries(others));
  if (params === undefined || params === null) {
    return { parameters: readParameters(given, place), params: encode(given) };
  }
  const text = readText(
    { value: params, place: place === '' ? 'params' : `${place}.params` },
    limits.bodyBytes,
  );
  // A parameter beside `params` wins over the one inside it.
  const all = new Map<string, unknown>([...new URLSearchParams(text), ...given]);
  return { parameters: readParameters(all, place), params: text };
}

function readRequest(value: unknown, place: string): SearchRequest {
  const { indexName, type = 'default', facet, ...fields } = asFields(value, place);
  const name = readText({ value: indexName, place: `${place}.indexName` });
  if (type !== 'default' && type !== 'facet') {
    throw protocolErrors.badValue(`${place}.type`, '"default" or "facet"');
  }
  const rest = { indexName: name, ...readFields(fields, place) };
  return type === 'facet'
    ? { ...rest, facet: readText({ value: facet, place: `${place}.facet` }) }
    : rest;
}

/**
 * Reads the body of a call to the path of many queries: `{ requests: [{ indexName, query, … }], strategy }`.
 * @throws ProtocolError naming the place that does not fit
 */
export function readCall(text: string): Call {
  const { requests, strategy = 'none', ...others } = asFields(parseJson(text), 'body');
  const [unknown] = Object.keys(others);
  if (unknown !== undefined)
    throw protocolErrors.unknownParameter(unknown.slice(0, limits.textLength));
  if (!Array.isArray(requests)) throw protocolErrors.badValue('requests', 'a list of requests');
  if (requests.length > limits.requests) throw protocolErrors.tooManyQueries();
  if (strategy !== 'none' && strategy !== 'stopIfEnoughMatches') {
    throw protocolErrors.badValue('strategy', '"none" or "stopIfEnoughMatches"');
  }
  return {
    requests: requests.map((request, at) => readRequest(request, `requests[${at}]`)),
    stopIfEnoughMatches: strategy === 'stopIfEnoughMatches',
  };
}

/**
 * Reads the body of a call to the path of one index: the parameters alone; an empty body asks for everything.
 * @throws ProtocolError naming the place that does not fit
 */
export function readSingle(indexName: string, text: string): SearchRequest {
  const body = text.trim() === '' ? {} : parseJson(text);
  return { indexName, ...readFields(asFields(body, 'body'), '') };
}
