import { covers } from './attributes.ts';
import { protocolErrors } from './errors.ts';
import { defaults, limits } from './limits.ts';
import { readList, type Given } from './values.ts';

/** An entry of `attributesToSnippet`. */
export interface SnippetEntry {
  /** Attribute, or `*` for all. */
  readonly pattern: string;
  readonly words: number;
}

/** Reads `attributesToSnippet`: entries `attribute` or `attribute:words`. */
export function readSnippetEntries(given: Given): SnippetEntry[] {
  return readList(given).map((entry, at) => {
    const parts = /^([^:]+)(?::(\d{1,4}))?$/.exec(entry);
    const words = parts?.[2] === undefined ? defaults.snippetWords : Number(parts[2]);
    if (!parts?.[1] || words < 1 || words > limits.snippetWords) {
      const expected = `"attribute" or "attribute:words" with 1 to ${limits.snippetWords} words`;
      throw protocolErrors.badValue(`${given.place}[${at}]`, expected);
    }
    return { pattern: parts[1], words };
  });
}

/** The entry for an attribute: its own one before one for many. */
export function entryFor(path: string, entries: readonly SnippetEntry[]): SnippetEntry | undefined {
  return (
    entries.find(({ pattern }) => pattern === path) ??
    entries.find(({ pattern }) => covers(pattern, path))
  );
}
