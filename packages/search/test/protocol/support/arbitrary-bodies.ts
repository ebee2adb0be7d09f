import fc from 'fast-check';

const names = [
  'query',
  'page',
  'hitsPerPage',
  'offset',
  'length',
  'facets',
  'facetFilters',
  'params',
  'type',
  'facet',
  'facetQuery',
  'attributesToRetrieve',
  'attributesToHighlight',
  'attributesToSnippet',
  'highlightPreTag',
  'snippetEllipsisText',
  'advancedSyntax',
  'clickAnalytics',
  'maxValuesPerFacet',
  'tagFilters',
];

/** Values that may or may not be valid for a parameter. */
const value = fc.oneof(
  fc.constantFrom<unknown>(
    0,
    1,
    20,
    1e9,
    -1,
    true,
    '',
    '*',
    'type',
    'facet',
    'default',
    'language:en',
    '-language:en',
    ['language:en', ['type:lvl1', 'type:-lvl1']],
    '[["type:lvl1"]]',
    '[',
    ['*:5'],
    'content:10',
    'query=node&page=0',
    'facetFilters=%5B%5D&hitsPerPage=x',
    '%',
    '__proto__',
    'node "exact phrase" -word',
    '<img src=x onerror=alert(1)>',
  ),
  fc.string({ unit: 'binary', maxLength: 20 }),
  fc.jsonValue(),
);

/** Fields of a query: known names with arbitrary values. */
export const hostileRequest = fc.dictionary(fc.constantFrom(...names), value, { maxKeys: 4 });

const validBody = JSON.stringify({
  requests: [
    {
      indexName: 'anedya-docs',
      query: 'node',
      hitsPerPage: 20,
      facetFilters: ['language:en', ['docusaurus_tag:default', 'docusaurus_tag:other']],
      attributesToSnippet: ['content:10'],
    },
    { indexName: 'anedya-docs', query: 'list', hitsPerPage: 0 },
  ],
});

/** A valid body with a part replaced. */
const mutatedBody = fc
  .tuple(fc.nat(validBody.length), fc.nat(12), fc.string({ unit: 'binary', maxLength: 6 }))
  .map(([at, removed, put]) => validBody.slice(0, at) + put + validBody.slice(at + removed));

/** Arbitrary bodies: noise, JSON, hostile queries, mutated bodies. */
export const bodies = fc.oneof(
  fc.string({ unit: 'binary', maxLength: 200 }),
  fc.json(),
  fc.array(hostileRequest, { maxLength: 4 }).map((requests) => JSON.stringify({ requests })),
  hostileRequest.map((request) => JSON.stringify(request)),
  mutatedBody,
);

/** Texts with markup. */
export const hostileText = fc
  .array(
    fc.oneof(
      fc.constantFrom('<img src=x onerror=alert(1)>', '</mark>', '<script>', '&lt;', '&', '"', "'"),
      fc.string({ maxLength: 5 }),
    ),
    { maxLength: 6 },
  )
  .map((pieces) => pieces.join(' '));
