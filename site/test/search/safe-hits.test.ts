import { describe, expect, it } from 'vitest';
import { onlyMarks, safeHit } from '../../src/search/safe-hits';

const evil = '<img src=x onerror=alert(1)>';

describe('a hit that is shown as HTML', () => {
  it('keeps its marks and nothing else', () => {
    expect(onlyMarks(`${evil} <mark>a</mark> <mark onclick=x>b</mark>`)).toBe(
      '&lt;img src=x onerror=alert(1)> <mark>a</mark> &lt;mark onclick=x>b</mark>',
    );
  });

  it('keeps what is escaped already', () => {
    expect(onlyMarks('a &lt; <mark>b</mark> &amp; c')).toBe('a &lt; <mark>b</mark> &amp; c');
  });

  it('is escaped in its plain texts, which stored searches show', () => {
    const hit = {
      url: 'https://docs.example.com/?a=1&b=<2>',
      content: `${evil} & more`,
      hierarchy: { lvl0: 'Guides', lvl1: evil, lvl2: null },
      _highlightResult: { hierarchy: { lvl1: { value: `${evil}<mark>a</mark>` } } },
      _snippetResult: { content: { value: evil, matchLevel: 'none' } },
    };
    const safe = '&lt;img src=x onerror=alert(1)>';
    expect(safeHit(hit)).toEqual({
      url: hit.url,
      content: `${safe} &amp; more`,
      hierarchy: { lvl0: 'Guides', lvl1: safe, lvl2: null },
      _highlightResult: { hierarchy: { lvl1: { value: `${safe}<mark>a</mark>` } } },
      _snippetResult: { content: { value: safe, matchLevel: 'none' } },
    });
  });

  it('may lack what it was not asked for', () => {
    expect(safeHit({ content: null })).toMatchObject({ content: null, hierarchy: undefined });
  });
});
