import type { Range } from '../types.ts';
import { escapeHtml } from './escape.ts';

/** HTML around a match. */
export interface Tags {
  readonly preTag: string;
  readonly postTag: string;
}

/** Text as HTML with tags around `ranges`, which are sorted and do not overlap; what lies outside the text is left out. */
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
