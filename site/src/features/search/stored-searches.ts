import { useState } from 'react';
import { readStorage, writeStorage } from '@site/src/storage';
import { escapeOnce, mapTexts } from './safe-hits';

/** A hit that the reader has opened. Its texts are escaped for HTML, like those of a hit. */
export interface StoredSearch {
  readonly objectID: string;
  readonly url: string;
  readonly type: string;
  readonly hierarchy: Readonly<Record<string, string | null>>;
  readonly content?: string | null;
}

/** Newest first. A search is in one of the lists. */
export interface StoredSearches {
  readonly recent: readonly StoredSearch[];
  readonly favorites: readonly StoredSearch[];
}

const favoriteLimit = 10;
const recentLimit = (favorites: readonly StoredSearch[]) => (favorites.length === 0 ? 7 : 4);

function limited({ recent, favorites }: StoredSearches): StoredSearches {
  return {
    recent: recent.slice(0, recentLimit(favorites)),
    favorites: favorites.slice(0, favoriteLimit),
  };
}

const without = (list: readonly StoredSearch[], { objectID }: StoredSearch) =>
  list.filter((search) => search.objectID !== objectID);

/** Removes a search from the recent ones. */
export function withoutRecent(stored: StoredSearches, search: StoredSearch): StoredSearches {
  return limited({ ...stored, recent: without(stored.recent, search) });
}

/** Removes a search from the favorites. */
export function withoutFavorite(stored: StoredSearches, search: StoredSearch): StoredSearches {
  return limited({ ...stored, favorites: without(stored.favorites, search) });
}

/** Adds a search to the recent ones. A favorite stays where it is. */
export function withRecent(stored: StoredSearches, search: StoredSearch): StoredSearches {
  if (stored.favorites.some(({ objectID }) => objectID === search.objectID)) return stored;
  const { recent, favorites } = stored;
  return limited({ recent: [search, ...without(recent, search)], favorites });
}

/** Makes a search the newest favorite. */
export function withFavorite(stored: StoredSearches, search: StoredSearch): StoredSearches {
  const { recent, favorites } = withoutRecent(stored, search);
  return limited({ recent, favorites: [search, ...without(favorites, search)] });
}

/** Keys and format are those of DocSearch, with which readers have stored searches on this site. */
const keys = {
  recent: '__DOCSEARCH_RECENT_SEARCHES__',
  favorites: '__DOCSEARCH_FAVORITE_SEARCHES__',
};

function isSearch(value: unknown): value is StoredSearch {
  const { objectID, url, type, hierarchy } = (value ?? {}) as Record<string, unknown>;
  if (typeof url !== 'string' || !/^(?:\/|https?:)/.test(url)) return false;
  const isText = typeof objectID === 'string' && typeof type === 'string';
  return isText && typeof hierarchy === 'object' && hierarchy !== null;
}

/** Escapes the texts of a search that another script may have stored. */
function withSafeTexts(search: StoredSearch): StoredSearch {
  const { hierarchy, content } = search;
  return {
    ...search,
    hierarchy: mapTexts(hierarchy, escapeOnce),
    content: mapTexts(content, escapeOnce),
  };
}

function readList(key: string): StoredSearch[] {
  try {
    const list: unknown = JSON.parse(readStorage('localStorage', key));
    return Array.isArray(list) ? list.filter(isSearch).map(withSafeTexts) : [];
  } catch {
    return [];
  }
}

/** Returns the stored searches of an index; what is not a search is left out. */
export function readSearches(indexName: string): StoredSearches {
  return limited({
    recent: readList(keys.recent + indexName),
    favorites: readList(keys.favorites + indexName),
  });
}

function writeSearches(indexName: string, { recent, favorites }: StoredSearches): void {
  writeStorage('localStorage', keys.recent + indexName, JSON.stringify(recent));
  writeStorage('localStorage', keys.favorites + indexName, JSON.stringify(favorites));
}

/** Returns the stored searches with a change of one. */
export type Change = (stored: StoredSearches, search: StoredSearch) => StoredSearches;

/** The stored searches of an index, and a function that changes them. */
export function useStoredSearches(
  indexName: string,
): [StoredSearches, (change: Change, search: StoredSearch) => void] {
  const [stored, setStored] = useState(() => readSearches(indexName));
  const apply = (change: Change, search: StoredSearch) => {
    // Another tab may have changed them since.
    const next = change(readSearches(indexName), search);
    writeSearches(indexName, next);
    setStored(next);
  };
  return [stored, apply];
}
