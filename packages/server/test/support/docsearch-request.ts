const levels = [1, 2, 3, 4, 5, 6].map((level) => `hierarchy.lvl${level}`);

/** Returns the request of the search dialog, in the form that DocSearch 3 has introduced (`site/src/features/search`). */
export function docSearchRequest(query: string, indexName: string): Record<string, unknown> {
  return {
    query,
    indexName,
    attributesToRetrieve: ['hierarchy.lvl0', ...levels, 'content', 'type', 'url'],
    attributesToSnippet: [...levels, 'content'].map((name) => `${name}:10`),
    snippetEllipsisText: '…',
    highlightPreTag: '<mark>',
    highlightPostTag: '</mark>',
    hitsPerPage: 20,
    clickAnalytics: false,
  };
}

/** Parameters that the theme adds for contextual search, in a site with one version and one language. */
export const contextualFilters = [
  'language:en',
  ['docusaurus_tag:default', 'docusaurus_tag:docs-default-current'],
];
