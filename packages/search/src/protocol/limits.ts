/**
 * Bounds of one call. Where the provider publishes a limit, it is the provider's
 * (https://www.algolia.com/doc/guides/scaling/algolia-service-limits); the others keep one call cheap.
 */
export const limits = {
  /** Bytes of a request body; more gets 413. */
  bodyBytes: 64 * 1024,
  /** Requests in one call, as at the provider; more gets 400. */
  requests: 50,
  /** Bytes of a query in UTF-8, as at the provider. */
  queryBytes: 512,
  /** Hits of one page, as at the provider. */
  hitsPerPage: 1000,
  /** Hits that pages can reach, the provider's default for `paginationLimitedTo`. */
  reachableHits: 1000,
  /** Hits of all answers to one call together: bounds the size of the answer. */
  hitsPerCall: 1000,
  /** Filters of one request, inner ones counted. */
  facetFilters: 100,
  /** Entries of a list of attributes or facets. */
  listEntries: 100,
  /** Values of one facet in an answer, as at the provider. */
  maxValuesPerFacet: 1000,
  /** Values in an answer to a search among a facet's values, as at the provider. */
  maxFacetHits: 100,
  /** Words of a snippet. */
  snippetWords: 1000,
  /** Characters of a highlight tag, an ellipsis text, or a name. */
  textLength: 200,
} as const;

/** The provider's defaults for what a request leaves out. */
export const defaults = {
  hitsPerPage: 20,
  maxValuesPerFacet: 100,
  maxFacetHits: 10,
  snippetWords: 10,
  highlightPreTag: '<em>',
  highlightPostTag: '</em>',
  snippetEllipsisText: '…',
} as const;
