import { fold } from '../analysis/fold.ts';
import { isStopWord } from '../analysis/stop-words.ts';
import type { Range } from '../types.ts';

/** Letter or digit of any script, as opposed to spaces and punctuation. */
const wordCharacter = /[\p{L}\p{N}]/u;

/**
 * Words of a query, folded, that a text can match: neither those it must not hold (`-word`) nor those that say nothing,
 * unless there are no others.
 */
export function queryWords(query: string, advancedSyntax: boolean): string[] {
  const wanted = advancedSyntax ? query.replace(/(^|\s)-\S+/g, ' ') : query;
  const words = [...new Set(fold(wanted).match(/[\p{L}\p{N}]+/gu) ?? [])];
  const telling = words.filter((word) => !isStopWord(word));
  return telling.length > 0 ? telling : words;
}

function sharedStart(a: string, b: string): number {
  let length = 0;
  while (length < a.length && a[length] === b[length]) length += 1;
  return length;
}

/** The word that starts most like a shown one, if any starts like it at all. */
function nearest(shown: string, words: readonly string[]): string | undefined {
  let best: string | undefined;
  let most = 0;
  for (const word of words) {
    const shared = sharedStart(word, shown);
    if (shared > most) [best, most] = [word, shared];
  }
  return best;
}

/**
 * Words of the query that stand behind the ranges of a text. A range may show a word in another form (longer, or
 * corrected): it goes to the word that starts most like it, and one that starts like none to the first word left over.
 */
export function matchedWords(
  text: string,
  ranges: readonly Range[],
  words: readonly string[],
): string[] {
  const found = new Set<string>();
  for (const { start, end } of ranges) {
    const shown = fold(text.slice(start, end)).match(/[\p{L}\p{N}]+/gu) ?? [];
    const near = shown.map((piece) => nearest(piece, words)).filter((word) => word !== undefined);
    const left = near.length > 0 ? undefined : words.find((word) => !found.has(word));
    for (const word of left === undefined ? near : [left]) found.add(word);
  }
  return words.filter((word) => found.has(word));
}

/** Whether ranges leave no word of the text out. */
export function coversAll(text: string, ranges: readonly Range[]): boolean {
  let from = 0;
  for (const { start, end } of ranges) {
    if (wordCharacter.test(text.slice(from, start))) return false;
    from = end;
  }
  return !wordCharacter.test(text.slice(from));
}
