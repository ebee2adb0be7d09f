import { protocolErrors } from './errors.ts';
import { readFacetFilters, type FacetConditions } from './facet-filters.ts';
import { defaults, limits } from './limits.ts';
import { ignored, unsupported } from './other-parameters.ts';
import { readSnippetEntries, type SnippetEntry } from './snippet-entries.ts';
import { readFlag, readInteger, readList, readText, type Given } from './values.ts';

/** What one request asks for, its defaults filled in. */
export interface Parameters {
  readonly query: string;
  readonly page: number;
  readonly hitsPerPage: number;
  /** First hit, instead of a page; goes with `length`. */
  readonly offset?: number;
  readonly length?: number;
  readonly advancedSyntax: boolean;
  readonly clickAnalytics: boolean;
  readonly facetFilters: FacetConditions;
  readonly facets: readonly string[];
  readonly maxValuesPerFacet: number;
  readonly attributesToRetrieve: readonly string[];
  readonly attributesToHighlight: readonly string[];
  readonly attributesToSnippet: readonly SnippetEntry[];
  readonly highlightPreTag: string;
  readonly highlightPostTag: string;
  readonly snippetEllipsisText: string;
  /** Of a search among the values of a facet. */
  readonly facetQuery: string;
  readonly maxFacetHits: number;
}

type Readers = { readonly [Name in keyof Parameters]-?: (given: Given) => Parameters[Name] };

const readers: Readers = {
  query: (given) => readText(given, limits.queryBytes),
  // A page past the last one is empty, so any that an engine can multiply will do.
  page: (given) => readInteger(given, 1_000_000),
  hitsPerPage: (given) => readInteger(given, limits.hitsPerPage),
  offset: (given) => readInteger(given, 1_000_000),
  length: (given) => readInteger(given, limits.hitsPerPage),
  advancedSyntax: readFlag,
  clickAnalytics: readFlag,
  facetFilters: readFacetFilters,
  facets: readList,
  maxValuesPerFacet: (given) => readInteger(given, limits.maxValuesPerFacet),
  attributesToRetrieve: readList,
  attributesToHighlight: readList,
  attributesToSnippet: readSnippetEntries,
  highlightPreTag: readText,
  highlightPostTag: readText,
  snippetEllipsisText: readText,
  facetQuery: (given) => readText(given, limits.queryBytes),
  maxFacetHits: (given) => readInteger(given, limits.maxFacetHits, 1),
};

/** Searchable attributes, which the provider highlights unless told otherwise. */
const searchable = ['hierarchy', 'content'];

const initial: Parameters = {
  ...defaults,
  query: '',
  page: 0,
  advancedSyntax: false,
  clickAnalytics: false,
  facetFilters: [],
  facets: [],
  attributesToRetrieve: ['*'],
  attributesToHighlight: searchable,
  attributesToSnippet: [],
  facetQuery: '',
};

const isSupported = (name: string): name is keyof Parameters => Object.hasOwn(readers, name);

/**
 * Reads the parameters of one request.
 * @param fields by name, as JSON or as text
 * @param place of the request in the body, for messages; empty at the top
 * @throws ProtocolError naming the parameter that is unknown, not supported, or has a wrong value
 */
export function readParameters(fields: ReadonlyMap<string, unknown>, place: string): Parameters {
  const read: Partial<Record<keyof Parameters, unknown>> = {};
  for (const [name, value] of fields) {
    const where = place === '' ? name : `${place}.${name}`;
    if (isSupported(name)) {
      // The provider takes null as "not given".
      if (value !== null) read[name] = readers[name]({ value, place: where });
    } else if (unsupported.has(name)) {
      throw protocolErrors.unsupportedParameter(where);
    } else if (!ignored.has(name)) {
      throw protocolErrors.unknownParameter(where.slice(0, limits.textLength));
    }
  }
  return { ...initial, ...(read as Partial<Parameters>) };
}
