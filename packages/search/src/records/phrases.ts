import type { SearchRecord } from '../types.ts';

/** Phrases that users search for, separated by commas, by page or section: `/essentials/#retention`. */
export type Phrases = ReadonlyMap<string, string>;

/**
 * Adds phrases to the titles and headings of records, after those that a page has itself.
 * @param baseUrl base path of the site, with a trailing slash
 * @throws Error when a page or section with phrases does not exist
 */
export function withPhrases(
  records: readonly SearchRecord[],
  phrases: Phrases,
  baseUrl: string,
): SearchRecord[] {
  const left = new Map([...phrases].map(([target, text]) => [baseUrl + target.slice(1), text]));
  const result = records.map((record) => {
    const added = record.type === 'content' ? undefined : left.get(record.url);
    if (added === undefined) return record;
    // A page can have several titles: the first one has its URL.
    left.delete(record.url);
    return { ...record, keywords: [record.keywords ?? [], added].flat().join(', ') };
  });
  if (left.size > 0) {
    const missing = [...left.keys()].join(', ');
    throw new Error(`site/search-phrases names pages or sections that do not exist: ${missing}`);
  }
  return result;
}
