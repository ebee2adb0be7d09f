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
  readonly url?: unknown;
  readonly content?: unknown;
  readonly hierarchy?: unknown;
  readonly _highlightResult?: unknown;
  readonly _snippetResult?: unknown;
}

/** Absolute web address of a hit; nothing where it has none. */
function addressOf(url: unknown, base: string): string | undefined {
  if (typeof url !== 'string') return undefined;
  try {
    const { protocol, href } = new URL(url, base);
    return /^https?:$/.test(protocol) ? href : undefined;
  } catch {
    return undefined;
  }
}

function safeHits(hits: readonly ShownHit[], base: string): ShownHit[] {
  return hits.flatMap((hit) => {
    const url = addressOf(hit.url, base);
    if (url === undefined || typeof hit.hierarchy !== 'object' || hit.hierarchy === null) return [];
    return [
      {
        ...hit,
        url,
        content: mapTexts(hit.content, escapeText),
        hierarchy: mapTexts(hit.hierarchy, escapeText),
        _highlightResult: mapTexts(hit._highlightResult, onlyMarks),
        _snippetResult: mapTexts(hit._snippetResult, onlyMarks),
      },
    ];
  });
}

/**
 * A result whose hits have absolute addresses, and texts that can be shown as HTML. A hit without address or place in the
 * hierarchy is left out: DocSearch throws on it, and all others would go with it.
 * @param base address that relative ones count from
 */
export function withSafeHits<Result extends object>(result: Result, base: string): Result {
  if (!('hits' in result) || !Array.isArray(result.hits)) return result;
  return { ...result, hits: safeHits(result.hits as readonly ShownHit[], base) };
}
