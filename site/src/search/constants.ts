/** How long the search client waits, in milliseconds (specification, sections 7 and 9). */
export const timeouts = { connect: 1000, read: 2000, write: 30_000 };

/** Longest query, in UTF-16 code units, as the `maxlength` of an input counts them (specification, section 5). */
const maxQueryLength = 64;

/** The part of a query that may be sent. A surrogate pair is kept whole or left out. */
export function withinLimit(query: string): string {
  return query.slice(0, maxQueryLength).replace(/[\uD800-\uDBFF]$/, '');
}

export { maxQueryLength as longestQuery };

/** Title of the search page without a query, and of its page views with one. */
export const searchPageTitle = 'Search the documentation';
