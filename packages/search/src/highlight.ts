import type { Range } from './types.ts';

const entities: Readonly<Record<string, string>> = {
  '&': '&amp;',
  '<': '&lt;',
  '>': '&gt;',
  '"': '&quot;',
  "'": '&#39;',
};

/** Escapes text for HTML. DocSearch and the search page insert these texts as HTML. */
function escapeHtml(text: string): string {
  return text.replace(/[&<>"']/g, (character) => entities[character] ?? character);
}

/** HTML before and after a match. */
export interface Tags {
  readonly preTag: string;
  readonly postTag: string;
}

/** Converts text to HTML with tags around `ranges`, which must be sorted and must not overlap; parts outside the text are ignored. */
export function highlight(text: string, ranges: readonly Range[], tags: Tags): string {
  let html = '';
  let done = 0;
  for (const range of ranges) {
    const start = Math.max(done, range.start);
    const end = Math.min(text.length, range.end);
    if (end <= start) continue;
    html += escapeHtml(text.slice(done, start));
    html += tags.preTag + escapeHtml(text.slice(start, end)) + tags.postTag;
    done = end;
  }
  return html + escapeHtml(text.slice(done));
}

export interface SnippetOptions extends Tags {
  /** Maximum number of words. */
  readonly words: number;
  /** Marks truncated text, as plain text. */
  readonly ellipsis: string;
}

/** Returns the index of the first of `size` words with the most matches, with the matches in the middle where possible. */
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
 * Returns the part of a text with the most matches as HTML, with tags around the matches, like the hosted provider:
 * `words` words, and an ellipsis where text is truncated. Without a match, returns the start of the text.
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
