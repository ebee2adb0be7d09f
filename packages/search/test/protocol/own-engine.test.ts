import { describe, expect, it } from 'vitest';
import { buildIndex, loadIndex } from '../../src/index.ts';
import { corpus } from './support/corpus.ts';
import { credentials, endpointOver, ids, queriesPath, type Result } from './support/endpoint.ts';

/* The same protocol over the engine that ships, for what the two must agree on. */

const endpoint = endpointOver(loadIndex(buildIndex(corpus)));

function result(request: object): Result {
  const body = JSON.stringify({ requests: [{ indexName: 'anedya-docs', ...request }] });
  const { status, body: answer } = endpoint({ path: queriesPath, credentials, body });
  const [first] = (answer as { results?: Result[] }).results ?? [];
  if (!first) throw new Error(`refused with ${status}: ${JSON.stringify(answer)}`);
  return first;
}

describe('over the engine that ships', () => {
  it('an empty query finds every record, and counts every facet', () => {
    const answer = result({ hitsPerPage: 100, facets: ['*'] });
    expect(ids(answer)).toHaveLength(corpus.length);
    expect(answer.facets).toMatchObject({
      language: { en: 12, de: 1 },
      docusaurus_tag: { 'docs-default-current': 12, default: 1 },
      version: { current: 13 },
    });
  });

  it('a page of no hits still counts', () => {
    const answer = result({ query: 'node', hitsPerPage: 0, facets: ['language'] });
    expect(answer).toMatchObject({ hits: [], facets: { language: { de: 1 } } });
    expect(answer.nbHits).toBeGreaterThan(5);
  });

  it.each([
    [['language:de']],
    [['language:-en']],
    [['-language:en']],
    [[['language:DE', 'brand:x']]],
  ])('filters %j leave the one German record', (facetFilters) => {
    expect(ids(result({ query: 'node', facetFilters }))).toEqual(['r12']);
    expect(ids(result({ query: '', facetFilters }))).toEqual(['r12']);
  });

  it('a condition that no record meets leaves nothing', () => {
    expect(result({ facetFilters: ['language:\\-en'] })).toMatchObject({ hits: [], nbHits: 0 });
  });

  it('pages follow on one another', () => {
    const whole = ids(result({ query: 'node', hitsPerPage: 100 }));
    const pages = [0, 1, 2, 3].flatMap((page) =>
      ids(result({ query: 'node', hitsPerPage: 3, page })),
    );
    expect(pages).toEqual(whole.slice(0, 12));
    expect(ids(result({ query: 'node', offset: 2, length: 3 }))).toEqual(whole.slice(2, 5));
  });

  it('tells which words matched, in whatever form they stand', () => {
    const hit = result({ query: 'how to get lists of nodes' }).hits.find(
      ({ objectID }) => objectID === 'r4',
    );
    expect(hit?._highlightResult?.hierarchy?.lvl1).toEqual({
      value: '<em>List</em> <em>nodes</em>',
      matchLevel: 'full',
      fullyHighlighted: true,
      matchedWords: ['lists', 'nodes'],
    });
  });

  it('text that is markup comes back escaped between the tags', () => {
    const [hit] = result({ query: 'onerror', attributesToSnippet: ['*:50'] }).hits;
    for (const marked of [hit?._highlightResult, hit?._snippetResult]) {
      expect(marked?.content?.value).toMatch(/&lt;img src=x <em>onerror<\/em>=alert\(1\)&gt;/);
      expect(marked?.content?.value.replace(/<\/?em>/g, '')).not.toMatch(/[<>"]/);
    }
  });

  it('quotes and a minus sign have a meaning with advancedSyntax', () => {
    const found = (query: string) => ids(result({ query, advancedSyntax: true, hitsPerPage: 100 }));
    expect(found('node -changelog')).not.toContain('r11');
    expect(found('node')).toContain('r11');
    expect(found('"page by page"')).toEqual(['r5']);
  });
});
