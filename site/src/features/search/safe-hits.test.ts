import { describe, expect, it } from 'vitest';
import { escapeExceptMarks, withSafeHits, type ShownHit } from './safe-hits';

const base = 'https://docs.example.com/';
const shown = (hits: readonly ShownHit[]) => withSafeHits({ hits }, base).hits;
const evil = '<img src=x onerror=alert(1)>';

describe('a hit that is shown as HTML', () => {
  it('keeps its marks and nothing else', () => {
    expect(escapeExceptMarks(`${evil} <mark>a</mark> <mark onclick=x>b</mark>`)).toBe(
      '&lt;img src=x onerror=alert(1)> <mark>a</mark> &lt;mark onclick=x>b</mark>',
    );
  });

  it('does not escape text twice', () => {
    expect(escapeExceptMarks('a &lt; <mark>b</mark> &amp; c')).toBe(
      'a &lt; <mark>b</mark> &amp; c',
    );
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
    expect(shown([hit])).toEqual([
      {
        url: 'https://docs.example.com/?a=1&b=%3C2%3E',
        content: `${safe} &amp; more`,
        hierarchy: { lvl0: 'Guides', lvl1: safe, lvl2: null },
        _highlightResult: { hierarchy: { lvl1: { value: `${safe}<mark>a</mark>` } } },
        _snippetResult: { content: { value: safe, matchLevel: 'none' } },
      },
    ]);
  });

  it('may lack fields that were not requested', () => {
    expect(shown([{ url: base, hierarchy: {}, content: null }])).toMatchObject([
      { content: null, _snippetResult: undefined },
    ]);
  });

  it.each([
    ['/changelog/#x', 'https://docs.example.com/changelog/#x'],
    ['changelog/', 'https://docs.example.com/changelog/'],
    ['//other.example.com/a', 'https://other.example.com/a'],
  ])('has the absolute URL of %s', (url, address) => {
    expect(shown([{ url, hierarchy: {} }])).toMatchObject([{ url: address }]);
  });

  // DocSearch throws on such a hit: the whole list would be empty.
  it.each([
    ['no address', { hierarchy: {} }],
    ['an invalid URL', { url: 'https://', hierarchy: {} }],
    ['a JavaScript URL', { url: 'javascript:alert(1)', hierarchy: {} }],
    ['no hierarchy', { url: '/', hierarchy: null }],
  ])('is the only one removed when it has %s', (_case, hit) => {
    const good = { url: `${base}changelog/`, hierarchy: { lvl0: 'Guides' } };
    expect(shown([hit, good])).toMatchObject([good]);
  });
});

it('a result without hits is unchanged', () => {
  const result = { facetHits: [], exhaustiveFacetsCount: true };
  expect(withSafeHits(result, base)).toBe(result);
});
