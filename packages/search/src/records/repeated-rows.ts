import { levels, type SearchRecord } from '../types.ts';

/** Pages from which on the same row is one of the envelope, which an introduction describes for all. */
const commonPages = 5;

/** Name of the field or code that a row describes; its content begins with the innermost heading. */
function rowName({ hierarchy, content }: SearchRecord): string | undefined {
  const name = levels.flatMap((level) => hierarchy[level] ?? []).at(-1);
  return name !== undefined && content?.startsWith(`${name} `) ? name : undefined;
}

/** Rows that say the same, and on how many pages they may. */
interface Row {
  readonly key: string;
  readonly mostPages: number;
}

function rowOf(record: SearchRecord): Row | undefined {
  const name = rowName(record);
  if (name === undefined) return undefined;
  const isCode = name.includes('::');
  return isCode
    ? { key: name, mostPages: 1 }
    : { key: record.content ?? '', mostPages: commonPages - 1 };
}

/**
 * Keeps one record of each error code, and of each field that many operations describe in the same words, so that
 * neither fills the list of hits: the one whose page readers most likely want, which is the introduction.
 */
export function withoutRepeatedRows(records: readonly SearchRecord[]): SearchRecord[] {
  const groups = new Map<string, { mostPages: number; members: SearchRecord[] }>();
  for (const record of records) {
    const row = rowOf(record);
    if (!row) continue;
    const group = groups.get(row.key) ?? { mostPages: row.mostPages, members: [] };
    group.members.push(record);
    groups.set(row.key, group);
  }
  const repeated = new Set<SearchRecord>();
  for (const { mostPages, members } of groups.values()) {
    const pages = new Set(members.map(({ url_without_anchor: page }) => page));
    if (pages.size <= mostPages) continue;
    const [kept] = [...members].sort((a, b) => b.weight.page_rank - a.weight.page_rank);
    for (const record of members) if (record !== kept) repeated.add(record);
  }
  return records.filter((record) => !repeated.has(record));
}
