/** Results per request. */
const hitsPerPage = 20;

interface Query {
  readonly query: string;
  /** Counted from 0. */
  readonly page: number;
  /** Length of the text of a hit. */
  readonly snippetWords: number;
}

/** A request in the provider's protocol, without the index and the filters. */
export type ToRequest = (query: Query) => Readonly<Record<string, unknown>>;

const shared = {
  hitsPerPage,
  snippetEllipsisText: '…',
  highlightPreTag: '<mark>',
  highlightPostTag: '</mark>',
};

/** The request of the search page. */
export const pageRequest: ToRequest = ({ query, page, snippetWords }) => ({
  ...shared,
  query,
  page,
  attributesToRetrieve: ['hierarchy', 'url'],
  attributesToHighlight: ['hierarchy'],
  attributesToSnippet: [`content:${snippetWords}`],
});

const levels = [1, 2, 3, 4, 5, 6].map((level) => `hierarchy.lvl${level}`);

/** The request of the search dialog, which is that of DocSearch 3. */
export const dialogRequest: ToRequest = ({ query, snippetWords }) => ({
  ...shared,
  query,
  attributesToRetrieve: ['hierarchy.lvl0', ...levels, 'content', 'type', 'url'],
  attributesToSnippet: [...levels, 'content'].map((name) => `${name}:${snippetWords}`),
  clickAnalytics: false,
});
