/**
 * Limits of one request. Where the provider publishes a limit, it is the provider's
 * (https://www.algolia.com/doc/guides/scaling/algolia-service-limits); the others keep a request cheap.
 */
export const limits = {
  /** Bytes of a request body; more gets 413. */
  bodyBytes: 64 * 1024,
  /** Queries in one request, as at the provider; more gets 400. */
  queries: 50,
  /** Bytes of a query in UTF-8, as at the provider. */
  queryBytes: 512,
  /** Hits of one page, as at the provider. */
  hitsPerPage: 1000,
  /** Hits that pages can reach, the provider's default for `paginationLimitedTo`. */
  reachableHits: 1000,
  /** Hits of all queries in one request together, which limits the size of the response. */
  hitsPerRequest: 1000,
  /** Filters of one query, including nested ones. */
  facetFilters: 100,
  /** Entries of a list of attributes. */
  listEntries: 100,
  /** Words of a snippet. */
  snippetWords: 1000,
  /** Bytes of a highlight tag, an ellipsis text, or a name. */
  textBytes: 200,
} as const;

/** The provider's default values. */
export const defaults = {
  hitsPerPage: 20,
  snippetWords: 10,
  highlightPreTag: '<em>',
  highlightPostTag: '</em>',
  snippetEllipsisText: '…',
} as const;
