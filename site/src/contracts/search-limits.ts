/** Timeouts of the search client, in milliseconds (docs/behavior.md, sections 7 and 9). */
export const timeouts = { connect: 1000, read: 2000, write: 30_000 };

/** Maximum length of a query in UTF-16 code units, like the `maxlength` of an input (docs/behavior.md, section 5). */
const maxQueryLength = 64;

/** Truncates a query to the maximum length, without splitting a surrogate pair. */
export function withinLimit(query: string): string {
  return query.slice(0, maxQueryLength).replace(/[\uD800-\uDBFF]$/, '');
}

export { maxQueryLength as longestQuery };

/** Title of the search page without a query, and of its page views with one. */
export const searchPageTitle = 'Search the documentation';
