import { describe, expect, it } from 'vitest';
import { groupHits, textsOf } from './hit-groups';

const hit = (type: string, page: string, heading?: string, section = 'Guides') => ({
  objectID: `${section} ${page} ${heading ?? ''} ${type}`,
  url: `https://docs.example.com/${page}`,
  type,
  hierarchy: { lvl0: section, lvl1: page, lvl2: heading ?? null },
});

describe('groups of hits', () => {
  it('are the sections in the order of their best hits, with 5 hits each', () => {
    const many = Array.from({ length: 7 }, (_, number) => hit('lvl1', `page ${number}`));
    const groups = groupHits([hit('lvl1', 'a', undefined, 'API'), ...many]);
    expect(groups.map(({ name, members }) => [name, members.length])).toEqual([
      ['API', 1],
      ['Guides', 5],
    ]);
  });

  it('have the hits of a page together, and know which of them are below it', () => {
    const before = hit('lvl2', 'Commands', 'Send');
    const page = hit('lvl1', 'Commands');
    const after = hit('content', 'Commands');
    const [group] = groupHits([before, hit('lvl1', 'Logs'), page, after]);
    expect(group?.members).toEqual([
      { hit: before, page, isBelowPage: false },
      { hit: page, page: undefined, isBelowPage: false },
      { hit: after, page, isBelowPage: true },
      { hit: hit('lvl1', 'Logs'), page: undefined, isBelowPage: false },
    ]);
  });
});

describe('the texts of a hit', () => {
  const marked = (value: string) => ({ value });

  it('are the heading, its page and the text below it', () => {
    const { hierarchy, ...rest } = hit('lvl2', 'Commands', 'Send a command');
    expect(
      textsOf({
        ...rest,
        hierarchy,
        _snippetResult: {
          hierarchy: { lvl2: marked('<mark>Send</mark> a command') },
          content: marked('Devices <mark>send</mark>…'),
        },
        _highlightResult: { hierarchy: { lvl1: marked('Commands') } },
      }),
    ).toEqual({
      title: '<mark>Send</mark> a command',
      page: 'Commands',
      excerpt: 'Devices <mark>send</mark>…',
    });
  });

  it('of a passage are the passage and its page', () => {
    const passage = { ...hit('content', 'Commands'), content: 'A passage' };
    expect(textsOf(passage)).toEqual({ title: 'A passage', page: 'Commands', excerpt: undefined });
  });

  it('are at least the URL', () => {
    const bare = { objectID: 'x', url: 'https://docs.example.com/x', type: 'lvl3', hierarchy: {} };
    expect(textsOf(bare).title).toBe(bare.url);
  });
});
