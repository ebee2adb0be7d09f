import { withinLimit } from '@site/src/contracts/search-limits';

/** A page near to what was asked for. */
export interface NearPage {
  /** Path without fragment. */
  readonly path: string;
  /** HTML. */
  readonly title: string;
}

/** What is read of a hit. */
export interface PageOfHit {
  readonly url: string;
  readonly hierarchy: Readonly<Record<string, string | null>>;
}

const mostWords = 6;
const mostPages = 5;

/** Decodes a path; one that is not valid percent-encoding stays as it is. */
function decodedPath(path: string): string {
  try {
    return decodeURI(path);
  } catch {
    return path;
  }
}

/**
 * Returns what to search for, the best first: all words of the last segment, then each of its words, then those of the
 * segments before.
 */
export function queriesOf(path: string): string[] {
  const segments = decodedPath(path)
    .replace(/\.(?:html?|md|php)$/, '')
    .replaceAll(/(\p{Ll})(\p{Lu})/gu, '$1 $2')
    .split('/')
    .map((segment) => segment.match(/[\p{L}\p{N}]{2,}/gu) ?? [])
    .filter((words) => words.length > 0)
    .reverse();
  const last = segments[0]?.slice(0, mostWords).join(' ');
  return last === undefined
    ? []
    : [...new Set([last, ...segments.flat().slice(0, mostWords)])].map(withinLimit);
}

/** Returns the distinct pages of hits, in the order of the hits. */
export function nearest(hits: readonly PageOfHit[]): NearPage[] {
  const pages = new Map<string, NearPage>();
  for (const { url, hierarchy } of hits) {
    const { pathname } = new URL(url);
    const title = hierarchy.lvl1 ?? hierarchy.lvl0;
    if (title && !pages.has(pathname)) pages.set(pathname, { path: pathname, title });
  }
  return [...pages.values()].slice(0, mostPages);
}
