/**
 * Makes hits safe. The dialog and the search page show their texts as HTML because of the marks. The texts of an index are not
 * HTML: everything except the marks must be escaped.
 */

/** Escapes all tags of a highlighted text except marks. */
export function escapeExceptMarks(highlighted: string): string {
  return highlighted.replaceAll(/<(?!\/?mark>)/g, '&lt;');
}

function escapeText(plain: string): string {
  return plain.replaceAll('&', '&amp;').replaceAll('<', '&lt;');
}

/** Returns the plain text of an escaped one without marks. */
export function unescapeText(escaped: string): string {
  return escaped.replaceAll('&lt;', '<').replaceAll('&amp;', '&');
}

/** Escapes a text that may already be escaped. */
export function escapeOnce(text: string): string {
  return escapeText(unescapeText(text));
}

/** Returns a copy of a value with all strings mapped. */
export function mapTexts<T>(value: T, change: (text: string) => string): T {
  const reviver = (_key: string, part: unknown) => (typeof part === 'string' ? change(part) : part);
  return value === undefined ? value : (JSON.parse(JSON.stringify(value), reviver) as T);
}

/** Fields of a hit that this module reads (docs/behavior.md, section 3). */
export interface ShownHit {
  readonly url?: unknown;
  readonly content?: unknown;
  readonly hierarchy?: unknown;
  readonly _highlightResult?: unknown;
  readonly _snippetResult?: unknown;
}

/** Absolute URL of a hit; undefined if it has none. */
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
        _highlightResult: mapTexts(hit._highlightResult, escapeExceptMarks),
        _snippetResult: mapTexts(hit._snippetResult, escapeExceptMarks),
      },
    ];
  });
}

/**
 * Returns a result whose hits have absolute URLs and texts that are safe as HTML. Hits without a URL or hierarchy are
 * removed.
 * @param base URL that relative URLs are resolved against
 */
export function withSafeHits<Result extends object>(result: Result, base: string): Result {
  if (!('hits' in result) || !Array.isArray(result.hits)) return result;
  return { ...result, hits: safeHits(result.hits as readonly ShownHit[], base) };
}
