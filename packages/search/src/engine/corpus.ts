import { levels, type SearchRecord } from '../types.ts';
import { groupIndexes, type Groups } from './collections.ts';

/** Searched fields of a record, in descending order of weight. */
export const fields = ['title', 'keywords', 'heading', 'name', 'text', 'page', 'path'] as const;
export type FieldName = (typeof fields)[number];

/** The text of a record by field. `page` and `path` are its context, the others its own. */
type Document = Readonly<Record<FieldName, string>>;

/** Returns the headings of a record from lvl1 on. */
function headingsOf({ hierarchy }: SearchRecord): string[] {
  return levels.slice(1).flatMap((level) => hierarchy[level] ?? []);
}

/** Method and URL of an operation; the path without its version is the name of the operation. */
const endpoint = /^(?:DELETE|GET|PATCH|POST|PUT) https?:\/\/[^/\s]+(?:\/v\d+)?\/(\S+)$/;

/** Returns the name of the field that a record describes: its content starts with the innermost heading. */
function fieldNameOf(record: SearchRecord): string {
  const innermost = headingsOf(record).at(-1);
  if (record.content === null || innermost === undefined) return '';
  return record.content.startsWith(`${innermost} `) ? innermost : '';
}

function documentOf(record: SearchRecord): Document {
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
  const operation = endpoint.exec(content)?.[1];
  if (operation !== undefined)
    return { ...own, name: operation, text: content, page, path: section };
  const name = fieldNameOf(record);
  const text = content.slice(name.length);
  const path = [section, ...(name === '' ? others : others.slice(0, -1))].join(' ');
  return { ...own, name, text, page, path };
}

/**
 * Records by their texts. Pages share headings and repeat sentences, so each text is stored and indexed once; a field of a
 * record is the number of a text. Number 0 is the empty text.
 */
export class Corpus {
  readonly texts: readonly string[];
  /** Numbers of the texts that are titles or headings. */
  readonly headlines: ReadonlySet<number>;
  /** Number of the page of each record, in order of occurrence. */
  readonly pages: Int32Array;
  readonly pageCount: number;
  readonly #columns: Readonly<Record<FieldName, Int32Array>>;
  readonly #holders: Readonly<Record<FieldName, Groups>>;

  constructor(readonly records: readonly SearchRecord[]) {
    const numbers = new Map([['', 0]]);
    const numberOf = (text: string): number => {
      const known = numbers.get(text);
      if (known !== undefined) return known;
      const next = numbers.size;
      numbers.set(text, next);
      return next;
    };
    const column = () => new Int32Array(records.length);
    const columns = {
      title: column(),
      keywords: column(),
      heading: column(),
      name: column(),
      text: column(),
      page: column(),
      path: column(),
    } satisfies Record<FieldName, Int32Array>;
    records.forEach((record, index) => {
      const document = documentOf(record);
      for (const field of fields) columns[field][index] = numberOf(document[field]);
    });
    this.#columns = columns;
    this.texts = [...numbers.keys()];
    this.headlines = new Set([...columns.title, ...columns.heading]);
    const holders = (field: FieldName) => groupIndexes(columns[field], this.texts.length);
    this.#holders = {
      title: holders('title'),
      keywords: holders('keywords'),
      heading: holders('heading'),
      name: holders('name'),
      text: holders('text'),
      page: holders('page'),
      path: holders('path'),
    };
    const pageNumbers = new Map<string, number>();
    this.pages = Int32Array.from(records, ({ url_without_anchor: page }) => {
      const number = pageNumbers.get(page) ?? pageNumbers.size;
      pageNumbers.set(page, number);
      return number;
    });
    this.pageCount = pageNumbers.size;
  }

  /** Returns how many records have the same heading; 0 when this record is not a heading. */
  sameHeadings(record: number): number {
    const heading = this.textNumber(record, 'heading');
    const { starts } = this.#holders.heading;
    return heading === 0 ? 0 : (starts[heading + 1] ?? 0) - (starts[heading] ?? 0);
  }

  isHeadline(record: number): boolean {
    return this.textNumber(record, 'title') > 0 || this.textNumber(record, 'heading') > 0;
  }

  /** Returns the number of the text in a field of a record; 0 for none. */
  textNumber(record: number, field: FieldName): number {
    return this.#columns[field][record] ?? 0;
  }

  text(record: number, field: FieldName): string {
    return this.texts[this.textNumber(record, field)] ?? '';
  }

  /** Returns the records by the text of a field. */
  holders(field: FieldName): Groups {
    return this.#holders[field];
  }
}
