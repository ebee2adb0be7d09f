import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import {
  readSearches,
  withFavorite,
  withoutFavorite,
  withoutRecent,
  withRecent,
  type StoredSearch,
  type StoredSearches,
} from './stored-searches';

const search = (number: number): StoredSearch => ({
  objectID: String(number),
  type: 'lvl1',
  url: `/page-${number}/`,
  hierarchy: { lvl0: 'Guides', lvl1: `Page ${number}` },
});
const none: StoredSearches = { recent: [], favorites: [] };
const ids = (list: readonly StoredSearch[]) => list.map(({ objectID }) => Number(objectID));
const add = (change: typeof withRecent, start: StoredSearches, numbers: readonly number[]) =>
  numbers.reduce((stored, number) => change(stored, search(number)), start);

describe('recent searches', () => {
  it('are the last 7, each once', () => {
    expect(ids(add(withRecent, none, [1, 2, 3, 4, 5, 6, 7, 8]).recent)).toEqual([
      8, 7, 6, 5, 4, 3, 2,
    ]);
    expect(ids(add(withRecent, none, [1, 2, 1]).recent)).toEqual([1, 2]);
  });

  it('are the last 4 when there are favorites, and not those', () => {
    const stored = withFavorite(add(withRecent, none, [1, 2, 3, 4, 5, 6, 7]), search(7));
    expect(ids(stored.recent)).toEqual([6, 5, 4, 3]);
    expect(ids(stored.favorites)).toEqual([7]);
    expect(withRecent(stored, search(7))).toEqual(stored);
    expect(ids(withRecent(stored, search(8)).recent)).toEqual([8, 6, 5, 4]);
  });
});

describe('favorites', () => {
  it('are the last 10', () => {
    const { favorites } = add(withFavorite, none, [1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11]);
    expect(ids(favorites)).toEqual([11, 10, 9, 8, 7, 6, 5, 4, 3, 2]);
  });

  it('can be removed', () => {
    const stored = add(withFavorite, none, [1, 2]);
    expect(withoutFavorite(stored, search(1))).toEqual({ recent: [], favorites: [search(2)] });
  });

  it('stay when another tab removes them from the recent searches', () => {
    const stored = add(withFavorite, none, [1, 2]);
    expect(withoutRecent(stored, search(1))).toEqual(stored);
  });
});

describe('reading', () => {
  const stored = new Map<string, string>();
  beforeEach(() => {
    stored.clear();
    vi.stubGlobal('localStorage', { getItem: (key: string) => stored.get(key) ?? null });
  });
  afterEach(() => {
    vi.unstubAllGlobals();
  });
  const recentOf = (value: unknown) => {
    const text = typeof value === 'string' ? value : JSON.stringify(value);
    stored.set('__DOCSEARCH_RECENT_SEARCHES__docs', text);
    return readSearches('docs').recent;
  };

  it('escapes the texts once, whether they were escaped or not', () => {
    for (const title of ['a &amp; &lt;b>', 'a & <b>']) {
      const [first] = recentOf([{ ...search(1), hierarchy: { lvl1: title } }]);
      expect(first?.hierarchy).toEqual({ lvl1: 'a &amp; &lt;b>' });
    }
  });

  it.each([
    ['broken JSON', '[{'],
    ['no list', { recent: [] }],
    ['other values', [1, null, 'text', {}]],
    ['a search without levels', [{ ...search(1), hierarchy: null }]],
    ['a URL that is a script', [{ ...search(1), url: 'javascript:alert(1)' }]],
  ])('leaves out %s', (_case, value) => {
    expect(recentOf(value)).toEqual([]);
  });
});
