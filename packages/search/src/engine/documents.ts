import { levels, type SearchRecord } from '../types.ts';

/** Parts of a record that words are looked for in, the weightiest first. */
export const fields = ['title', 'keywords', 'heading', 'name', 'text', 'page', 'path'] as const;
export type FieldName = (typeof fields)[number];

/** A record's text by part. `page` and `path` are those around it, the others its own. */
export type Document = Readonly<Record<FieldName, string>>;

/** Headings of a record from lvl1 on. */
function headingsOf({ hierarchy }: SearchRecord): string[] {
  return levels.slice(1).flatMap((level) => hierarchy[level] ?? []);
}

/** Method and address of a call; the path without its version is the call's name. */
const endpoint = /^(?:DELETE|GET|PATCH|POST|PUT) https?:\/\/[^/\s]+(?:\/v\d+)?\/(\S+)$/;

/** Name of the field a record describes: its content begins with the innermost heading. */
function fieldNameOf(record: SearchRecord): string {
  const innermost = headingsOf(record).at(-1);
  if (record.content === null || innermost === undefined) return '';
  return record.content.startsWith(`${innermost} `) ? innermost : '';
}

export function documentOf(record: SearchRecord): Document {
  const section = record.hierarchy.lvl0 ?? '';
  const [page = '', ...others] = headingsOf(record);
  const own = { title: '', keywords: '', heading: '', name: '', text: '' };
  if (record.type === 'lvl1')
    return { ...own, title: page, keywords: record.keywords ?? '', page: '', path: section };
  if (record.type !== 'content') {
    const heading = others.at(-1) ?? '';
    return { ...own, heading, page, path: [section, ...others.slice(0, -1)].join(' ') };
  }
  const content = record.content ?? '';
  const call = endpoint.exec(content)?.[1];
  if (call !== undefined) return { ...own, name: call, text: content, page, path: section };
  const name = fieldNameOf(record);
  const text = content.slice(name.length);
  const path = [section, ...(name === '' ? others : others.slice(0, -1))].join(' ');
  return { ...own, name, text, page, path };
}
