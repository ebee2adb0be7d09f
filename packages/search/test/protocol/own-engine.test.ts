import { describe, expect, it } from 'vitest';
import { buildIndex, loadIndex } from '../../src/index.ts';
import { corpus } from './support/corpus.ts';
import { credentials, endpointOver, ids, queriesPath, type Result } from './support/endpoint.ts';

/* The protocol with the real engine. */

const endpoint = endpointOver(loadIndex(buildIndex(corpus)));

function result(request: object): Result {
  const body = JSON.stringify({ requests: [{ indexName: 'anedya-docs', ...request }] });
  const { status, body: response } = endpoint({ path: queriesPath, credentials, body });
  const [first] = (response as { results?: Result[] }).results ?? [];
  if (!first) throw new Error(`rejected with ${status}: ${JSON.stringify(response)}`);
  return first;
}

describe('with the real engine', () => {
  it('an empty query finds every record', () => {
    expect(ids(result({ hitsPerPage: 100 }))).toHaveLength(corpus.length);
  });

  it('a title or heading has an excerpt of the text that follows it on its page', () => {
    const { hits } = result({
      query: 'node',
      hitsPerPage: 100,
      attributesToSnippet: ['content:5'],
    });
    const excerptOf = (id: string) =>
      hits.find(({ objectID }) => objectID === id)?._snippetResult?.content?.value;
    expect(hits.find(({ objectID }) => objectID === 'r0')).toMatchObject({ content: null });
    expect(excerptOf('r0')).toContain('a <em>node</em> in the');
    expect(excerptOf('r1')).toContain('<em>node</em>');
    const { hits: others } = result({ query: 'Commands', attributesToSnippet: ['content:5'] });
    // The next record is a heading.
    const title = others.find(({ objectID }) => objectID === 'r8');
    expect(title).toBeDefined();
    expect(title?._snippetResult?.content).toBeUndefined();
  });

  it('a page without hits has a count', () => {
    const response = result({ query: 'node', hitsPerPage: 0 });
    expect(response.hits).toEqual([]);
    expect(response.nbHits).toBeGreaterThan(5);
  });

  it.each([[['language:de']], [[['language:de', 'brand:x']]]])(
    'filters %j match the one German record',
    (facetFilters) => {
      expect(ids(result({ query: 'node', facetFilters }))).toEqual(['r12']);
      expect(ids(result({ query: '', facetFilters }))).toEqual(['r12']);
    },
  );

  it('a filter that no record matches returns nothing', () => {
    expect(result({ facetFilters: ['language:fr'] })).toMatchObject({ hits: [], nbHits: 0 });
  });

  it('pages are consecutive', () => {
    const whole = ids(result({ query: 'node', hitsPerPage: 100 }));
    const pages = [0, 1, 2, 3].flatMap((page) =>
      ids(result({ query: 'node', hitsPerPage: 3, page })),
    );
    expect(pages).toEqual(whole.slice(0, 12));
  });

  it('reports which words matched, in any form', () => {
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

  it('escapes markup between the tags', () => {
    const [hit] = result({ query: 'onerror', attributesToSnippet: ['*:50'] }).hits;
    for (const marked of [hit?._highlightResult, hit?._snippetResult]) {
      expect(marked?.content?.value).toMatch(/&lt;img src=x <em>onerror<\/em>=alert\(1\)&gt;/);
      expect(marked?.content?.value.replace(/<\/?em>/g, '')).not.toMatch(/[<>"]/);
    }
  });

  it('supports quotes and a minus sign with advancedSyntax', () => {
    const found = (query: string) => ids(result({ query, advancedSyntax: true, hitsPerPage: 100 }));
    expect(found('node -changelog')).not.toContain('r11');
    expect(found('node')).toContain('r11');
    expect(found('"page by page"')).toEqual(['r5']);
  });
});
