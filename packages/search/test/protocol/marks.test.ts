import { describe, expect, it } from 'vitest';
import { hostileText } from './support/corpus.ts';
import { ids, result } from './support/endpoint.ts';

const tags = { highlightPreTag: '<mark>', highlightPostTag: '</mark>' };

describe('_highlightResult', () => {
  const hit = result({ query: 'create node', ...tags }).hits[0];

  it('is nested as the record is, without levels that are null', () => {
    expect(hit?._highlightResult).toEqual({
      hierarchy: {
        lvl0: { value: 'Platform API', matchLevel: 'none', matchedWords: [] },
        lvl1: {
          value: '<mark>Create</mark> a <mark>node</mark>',
          matchLevel: 'full',
          fullyHighlighted: false,
          matchedWords: ['create', 'node'],
        },
      },
    });
  });

  it('tells a part of the words from all of them', () => {
    const { content } = result({ query: 'node binds', ...tags }).hits[0]?._highlightResult ?? {};
    expect(content).toMatchObject({ matchLevel: 'full', matchedWords: ['node', 'binds'] });
    const { hierarchy } = result({ query: 'node lists', ...tags }).hits[0]?._highlightResult ?? {};
    expect(hierarchy?.lvl1).toMatchObject({ matchLevel: 'partial', matchedWords: ['node'] });
  });

  it('says when no word of the text is left out', () => {
    const { hierarchy } = result({ query: 'commands' }).hits[0]?._highlightResult ?? {};
    expect(hierarchy?.lvl1).toMatchObject({ value: '<em>Commands</em>', fullyHighlighted: true });
  });

  it.each([
    [['content'], ['content']],
    [['hierarchy.lvl1'], ['hierarchy']],
    [['*'], expect.arrayContaining(['hierarchy', 'content', 'url', 'type']) as string[]],
  ])('for %j holds %j', (attributesToHighlight, names) => {
    const marked = result({ query: 'creates', attributesToHighlight }).hits[0]?._highlightResult;
    expect(Object.keys(marked ?? {})).toEqual(names);
  });

  it('is left out when nothing is to be highlighted', () => {
    const plain = result({ query: 'creates', attributesToHighlight: [] }).hits[0];
    expect(plain).not.toHaveProperty('_highlightResult');
  });
});

describe('_snippetResult', () => {
  const snippetOf = (attributesToSnippet: string[]) =>
    result({ query: 'device', attributesToSnippet, snippetEllipsisText: '[…]', ...tags }).hits[0]
      ?._snippetResult;

  it('is left out unless asked for', () => {
    expect(result({ query: 'device' }).hits[0]).not.toHaveProperty('_snippetResult');
  });

  it('keeps the words around the match', () => {
    const { value = '', matchLevel } = snippetOf(['content:4'])?.content ?? {};
    expect(matchLevel).toBe('full');
    expect(value).toContain('<mark>device</mark>');
    expect(value.startsWith('[…]')).toBe(true);
    expect(value.replace(/<[^>]+>|\[…\]/g, '').match(/[\p{L}]+/gu)?.length).toBeLessThanOrEqual(4);
  });

  it('has 10 words unless told otherwise', () => {
    const words = (text = '') => text.replace(/<[^>]+>|\[…\]/g, '').match(/\p{L}+/gu)?.length;
    expect(snippetOf(['content'])).toEqual(snippetOf(['content:10']));
    expect(words(snippetOf(['content'])?.content?.value)).toBe(10);
  });

  it('prefers the entry of the attribute to one for all', () => {
    expect(snippetOf(['*:2', 'content:4'])?.content).toEqual(snippetOf(['content:4'])?.content);
    expect(snippetOf(['*:2'])?.hierarchy?.lvl1?.value).toContain('Create');
  });

  it('leaves null levels out', () => {
    expect(Object.keys(snippetOf(['hierarchy:10'])?.hierarchy ?? {})).toEqual(['lvl0', 'lvl1']);
  });
});

describe('text that is markup', () => {
  const request = {
    query: 'onerror',
    attributesToSnippet: ['content:50', 'hierarchy:50'],
    ...tags,
  };

  it('is escaped between the tags', () => {
    const response = result(request);
    expect(ids(response)).toEqual(['r10']);
    const { _highlightResult: highlighted, _snippetResult: snippeted } = response.hits[0] ?? {};
    const values = [highlighted, snippeted].flatMap((marked) => [
      marked?.hierarchy?.lvl2?.value,
      marked?.content?.value,
    ]);
    expect(values).toHaveLength(4);
    for (const value of values) {
      expect(value).toContain('<mark>onerror</mark>');
      expect(value?.replace(/<\/?mark>/g, '')).not.toMatch(/[<>"]/);
      expect(value).toContain('&lt;img');
    }
  });

  it('cannot inject tags that look like the configured ones', () => {
    const response = result({ ...request, query: 'img src', highlightPreTag: '<img>' });
    const value = response.hits[0]?._highlightResult?.hierarchy?.lvl2?.value ?? '';
    expect(value.split('<img>')).toHaveLength(3);
  });

  it('comes back as it is where it is not marked up', () => {
    expect(result(request).hits[0]?.hierarchy).toMatchObject({ lvl2: hostileText });
  });
});
