/**
 * DocSearch and the search page show a hit's texts as HTML, for the sake of their marks, and DocSearch shows the plain texts of earlier hits in the same way. An
 * index says nothing of HTML: whatever a text holds besides the marks must come out as text.
 */

/** Escapes all tags of a highlighted text but the marks. */
export function onlyMarks(highlighted: string): string {
  return highlighted.replaceAll(/<(?!\/?mark>)/g, '&lt;');
}

function escapeText(plain: string): string {
  return plain.replaceAll('&', '&amp;').replaceAll('<', '&lt;');
}

/** A copy of a value in which every text has been changed. */
function mapTexts<T>(value: T, change: (text: string) => string): T {
  const reviver = (_key: string, part: unknown) => (typeof part === 'string' ? change(part) : part);
  return value === undefined ? value : (JSON.parse(JSON.stringify(value), reviver) as T);
}

/** What this module reads of a hit (specification, section 3). */
export interface ShownHit {
  readonly content?: unknown;
  readonly hierarchy?: unknown;
  readonly _highlightResult?: unknown;
  readonly _snippetResult?: unknown;
}

/** The hit with texts that can be shown as HTML. */
export function safeHit<Hit extends ShownHit>(hit: Hit): Hit {
  return {
    ...hit,
    content: mapTexts(hit.content, escapeText),
    hierarchy: mapTexts(hit.hierarchy, escapeText),
    _highlightResult: mapTexts(hit._highlightResult, onlyMarks),
    _snippetResult: mapTexts(hit._snippetResult, onlyMarks),
  };
}
