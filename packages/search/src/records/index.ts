import { levels, type SearchRecord } from '../types.ts';

export { pageRecords, type PageAddress } from './page-records.ts';
/** The HTML parser of the records, for other steps of the build. */
export { fromHtml } from 'hast-util-from-html';

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

/** A field on this many pages is part of the response envelope, which an introduction describes. */
const envelopePages = 5;

/** Returns the name of the field or code that a row describes: its content starts with the innermost heading. */
function rowName({ hierarchy, content }: SearchRecord): string | undefined {
  const name = levels.flatMap((level) => hierarchy[level] ?? []).at(-1);
  return name !== undefined && content?.startsWith(`${name} `) ? name : undefined;
}

/** Identifies equal rows, and on how many pages they may occur. */
interface Row {
  readonly key: string;
  readonly maxPages: number;
}

function rowOf(record: SearchRecord): Row | undefined {
  const name = rowName(record);
  if (name === undefined) return undefined;
  const isCode = name.includes('::');
  return isCode
    ? { key: name, maxPages: 1 }
    : { key: record.content ?? '', maxPages: envelopePages - 1 };
}

/**
 * Removes duplicates of error codes, and of fields that many operations describe in the same words, so that they do not
 * fill the list of hits. Keeps the record of the page with the highest rank, which is the introduction.
 */
export function withoutRepeatedRows(records: readonly SearchRecord[]): SearchRecord[] {
  const groups = new Map<string, { maxPages: number; members: SearchRecord[] }>();
  for (const record of records) {
    const row = rowOf(record);
    if (!row) continue;
    const group = groups.get(row.key) ?? { maxPages: row.maxPages, members: [] };
    group.members.push(record);
    groups.set(row.key, group);
  }
  const repeated = new Set<SearchRecord>();
  for (const { maxPages, members } of groups.values()) {
    const pages = new Set(members.map(({ url_without_anchor: page }) => page));
    if (pages.size <= maxPages) continue;
    const [best] = [...members].sort((a, b) => b.weight.page_rank - a.weight.page_rank);
    for (const record of members) if (record !== best) repeated.add(record);
  }
  return records.filter((record) => !repeated.has(record));
}
