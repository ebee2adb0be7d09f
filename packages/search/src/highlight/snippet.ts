import type { Range } from '../types.ts';
import { highlight, type Tags } from './highlight.ts';

export interface SnippetOptions extends Tags {
  /** Words a snippet has at most. */
  readonly words: number;
  /** Stands where text was cut, as plain text. */
  readonly ellipsis: string;
}

/** Place of the first of `size` words that hold most matches; the matches stand in their middle where there is room. */
function bestWindow(matched: readonly boolean[], size: number): number {
  let count = 0;
  let most = 0;
  let first = 0;
  let last = 0;
  for (let end = 0; end < matched.length; end += 1) {
    if (matched[end]) count += 1;
    if (end >= size && matched[end - size]) count -= 1;
    const start = end - size + 1;
    if (start < 0) continue;
    if (count > most) [most, first, last] = [count, start, start];
    else if (count === most && start === last + 1) last = start;
  }
  return first === 0 ? 0 : Math.floor((first + last) / 2);
}

/**
 * The part of a text with the best cluster of matches, as HTML with tags around them, like the hosted provider's snippets:
 * `words` words, the ellipsis only where text was cut. Without a match, the beginning.
 */
export function snippet(text: string, ranges: readonly Range[], options: SnippetOptions): string {
  const { words: size, ellipsis, ...tags } = options;
  const words = [...text.matchAll(/\S+/g)].map((word) => ({
    start: word.index,
    end: word.index + word[0].length,
  }));
  if (words.length <= size) return highlight(text, ranges, tags);
  let next = 0;
  const matched = words.map(({ start, end }) => {
    while ((ranges[next]?.end ?? Infinity) <= start) next += 1;
    return (ranges[next]?.start ?? Infinity) < end;
  });
  const first = bestWindow(matched, size);
  const start = words[first]?.start ?? 0;
  const end = words[first + size - 1]?.end ?? 0;
  const inside = ranges
    .filter((range) => range.end > start && range.start < end)
    .map((range) => ({ start: range.start - start, end: range.end - start }));
  const html = highlight(text.slice(start, end), inside, tags);
  const after = first + size < words.length ? ellipsis : '';
  return (first > 0 ? ellipsis : '') + html + after;
}
