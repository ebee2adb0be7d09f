import type { FacetFilters } from '../types.ts';
import { protocolErrors } from './errors.ts';
import { defaults, limits } from './limits.ts';

/** An entry of `attributesToSnippet`. */
export interface SnippetEntry {
  /** Attribute, or `*` for all. */
  readonly pattern: string;
  readonly words: number;
}

/** The parameters of one query, including defaults. */
export interface Parameters {
  readonly query: string;
  readonly page: number;
  readonly hitsPerPage: number;
  readonly advancedSyntax: boolean;
  readonly clickAnalytics: boolean;
  readonly facetFilters: FacetFilters;
  readonly attributesToRetrieve: readonly string[];
  readonly attributesToHighlight: readonly string[];
  readonly attributesToSnippet: readonly SnippetEntry[];
  readonly highlightPreTag: string;
  readonly highlightPostTag: string;
  readonly snippetEllipsisText: string;
}

/** A value, and its path in the request body for messages. */
interface Given {
  readonly value: unknown;
  readonly path: string;
}

const encoder = new TextEncoder();

/** @throws ProtocolError naming the path */
export function readText({ value, path }: Given, maxBytes: number = limits.textBytes): string {
  if (typeof value !== 'string') throw protocolErrors.badValue(path, 'a string');
  if (value.length > maxBytes || encoder.encode(value).length > maxBytes) {
    throw protocolErrors.badValue(path, `at most ${maxBytes} bytes`);
  }
  return value;
}

function readInteger({ value, path }: Given, max: number): number {
  if (typeof value !== 'number' || !Number.isInteger(value) || value < 0 || value > max) {
    throw protocolErrors.badValue(path, `an integer from 0 to ${max}`);
  }
  return value;
}

function readFlag({ value, path }: Given): boolean {
  if (typeof value !== 'boolean') throw protocolErrors.badValue(path, 'true or false');
  return value;
}

function readList({ value, path }: Given): string[] {
  if (!Array.isArray(value)) throw protocolErrors.badValue(path, 'a list of strings');
  if (value.length > limits.listEntries) {
    throw protocolErrors.badValue(path, `at most ${limits.listEntries} entries`);
  }
  return value.map((entry: unknown, at) => readText({ value: entry, path: `${path}[${at}]` }));
}

/** Reads one `attribute:value`. Negated filters, which start with a minus sign, are not supported. */
function readFilter(given: Given): string {
  const text = readText(given, limits.queryBytes);
  if (!/^[^-:][^:]*:(?!-)/.test(text)) {
    throw protocolErrors.badValue(given.path, '"attribute:value"');
  }
  return text;
}

/**
 * Reads `facetFilters`: all outer filters must match, and one filter of each inner list
 * (https://www.algolia.com/doc/api-reference/api-parameters/facetFilters).
 */
function readFacetFilters({ value, path }: Given): FacetFilters {
  if (!Array.isArray(value)) throw protocolErrors.badValue(path, 'a list of filters');
  if (value.flat().length > limits.facetFilters || value.length > limits.facetFilters) {
    throw protocolErrors.badValue(path, `at most ${limits.facetFilters} filters`);
  }
  return value.map((entry: unknown, at) =>
    Array.isArray(entry)
      ? entry.map((inner: unknown, position) =>
          readFilter({ value: inner, path: `${path}[${at}][${position}]` }),
        )
      : readFilter({ value: entry, path: `${path}[${at}]` }),
  );
}

/** Reads `attributesToSnippet`: entries `attribute` or `attribute:words`. */
function readSnippetEntries(given: Given): SnippetEntry[] {
  return readList(given).map((entry, at) => {
    const parts = /^([^:]+)(?::(\d{1,4}))?$/.exec(entry);
    const words = parts?.[2] === undefined ? defaults.snippetWords : Number(parts[2]);
    if (!parts?.[1] || words < 1 || words > limits.snippetWords) {
      const expected = `"attribute" or "attribute:words" with 1 to ${limits.snippetWords} words`;
      throw protocolErrors.badValue(`${given.path}[${at}]`, expected);
    }
    return { pattern: parts[1], words };
  });
}

type Readers = { readonly [Name in keyof Parameters]: (given: Given) => Parameters[Name] };

const readers: Readers = {
  query: (given) => readText(given, limits.queryBytes),
  // A page after the last one is empty, so any number that an engine can multiply is fine.
  page: (given) => readInteger(given, 1_000_000),
  hitsPerPage: (given) => readInteger(given, limits.hitsPerPage),
  advancedSyntax: readFlag,
  clickAnalytics: readFlag,
  facetFilters: readFacetFilters,
  attributesToRetrieve: readList,
  attributesToHighlight: readList,
  attributesToSnippet: readSnippetEntries,
  highlightPreTag: readText,
  highlightPostTag: readText,
  snippetEllipsisText: readText,
};

const initial: Parameters = {
  ...defaults,
  query: '',
  page: 0,
  advancedSyntax: false,
  clickAnalytics: false,
  facetFilters: [],
  attributesToRetrieve: ['*'],
  // The searchable attributes, as at the provider.
  attributesToHighlight: ['hierarchy', 'content'],
  attributesToSnippet: [],
};

/** Parameters that change which hits or facets a response contains: ignoring them would return a wrong response. */
const unsupported: ReadonlySet<string> = new Set([
  'aroundLatLng',
  'aroundLatLngViaIP',
  'cursor',
  'facet',
  'facetQuery',
  'facets',
  'filters',
  'insideBoundingBox',
  'insidePolygon',
  'length',
  'maxFacetHits',
  'maxValuesPerFacet',
  'numericFilters',
  'offset',
  'params',
  'restrictSearchableAttributes',
  'similarQuery',
  'type',
]);

/** Parameters without effect: analytics and personalization, which are not stored, and ranking, which is the engine's own. */
const ignored: ReadonlySet<string> = new Set([
  // Analytics and personalization.
  'analytics',
  'analyticsTags',
  'enableABTest',
  'enablePersonalization',
  'percentileComputation',
  'personalizationImpact',
  'userToken',
  // Rules, ranking and languages.
  'advancedSyntaxFeatures',
  'allowTyposOnNumericTokens',
  'alternativesAsExact',
  'attributeCriteriaComputedByMinProximity',
  'decompoundQuery',
  'disableExactOnAttributes',
  'disableTypoToleranceOnAttributes',
  'disableTypoToleranceOnWords',
  'distinct',
  'enableReRanking',
  'enableRules',
  'exactOnSingleWordQuery',
  'explain',
  'extensions',
  'facetingAfterDistinct',
  'getRankingInfo',
  'ignorePlurals',
  'minProximity',
  'minWordSizefor1Typo',
  'minWordSizefor2Typos',
  'mode',
  'naturalLanguages',
  'optionalFilters',
  'optionalWords',
  'queryLanguages',
  'queryType',
  'relevancyStrictness',
  'removeStopWords',
  'removeWordsIfNoResults',
  'replaceSynonymsInHighlight',
  'responseFields',
  'restrictHighlightAndSnippetArrays',
  'ruleContexts',
  'sortFacetValuesBy',
  'sumOrFiltersScores',
  'synonyms',
  'tagFilters',
  'typoTolerance',
]);

const isSupported = (name: string): name is keyof Parameters => Object.hasOwn(readers, name);

/**
 * Reads the parameters of one query.
 * @param path of the query in the request body
 * @throws ProtocolError naming the parameter that is unknown, unsupported or invalid
 */
export function readParameters(
  fields: Readonly<Record<string, unknown>>,
  path: string,
): Parameters {
  const read: Partial<Record<keyof Parameters, unknown>> = {};
  for (const [name, value] of Object.entries(fields)) {
    const at = `${path}.${name}`;
    if (isSupported(name)) {
      // For the provider, null means "not given".
      if (value !== null) read[name] = readers[name]({ value, path: at });
    } else if (unsupported.has(name)) {
      throw protocolErrors.unsupportedParameter(at);
    } else if (!ignored.has(name)) {
      throw protocolErrors.unknownParameter(at.slice(0, limits.textBytes));
    }
  }
  return { ...initial, ...(read as Partial<Parameters>) };
}
