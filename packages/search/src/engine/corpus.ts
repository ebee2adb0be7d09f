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
  if (record.type === 'lvl1') return { ...own, title: page, page: '', path: section };
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

/** The entry of a phrase: that of its record, with the phrase. */
function phraseDocument(record: SearchRecord, phrase: string): Document {
  return { ...documentOf(record), keywords: phrase };
}

/** Returns the phrases that users search for a record with. */
function phrasesOf({ keywords }: SearchRecord): string[] {
  return keywords === null ? [] : keywords.split(/,\s*/);
}

/**
 * Entries by their texts. Each record is an entry with the record's number; further entries are the phrases of records, so that a
 * query is compared with one phrase at a time. Pages share headings and repeat sentences, so each text is stored and indexed
 * once; a field of an entry is the number of a text. Number 0 is the empty text.
 */
export class Corpus {
  /** Number of entries. */
  readonly size: number;
  /** Number of the record of each entry. */
  readonly recordOf: Int32Array;
  readonly texts: readonly string[];
  /** Numbers of the texts that are titles or headings. */
  readonly headlines: ReadonlySet<number>;
  /** Number of the page of each entry, in order of occurrence. */
  readonly pages: Int32Array;
  readonly pageCount: number;
  readonly #sameHeadings = new Map<number, number>();
  readonly #isHeadline: Uint8Array;
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
    const phrases = records.flatMap((record, index) =>
      phrasesOf(record).map((phrase) => ({ record: index, phrase })),
    );
    this.size = records.length + phrases.length;
    this.recordOf = Int32Array.from([...records.keys(), ...phrases.map(({ record }) => record)]);
    const column = () => new Int32Array(this.size);
    const columns = {
      title: column(),
      keywords: column(),
      heading: column(),
      name: column(),
      text: column(),
      page: column(),
      path: column(),
    } satisfies Record<FieldName, Int32Array>;
    const documents = [
      ...records.map(documentOf),
      ...phrases.flatMap(({ record, phrase }) => {
        const own = records[record];
        return own ? [phraseDocument(own, phrase)] : [];
      }),
    ];
    documents.forEach((document, entry) => {
      for (const field of fields) columns[field][entry] = numberOf(document[field]);
    });
    this.#columns = columns;
    this.#isHeadline = Uint8Array.from(this.recordOf, (_, entry) =>
      columns.title[entry] || columns.heading[entry] || columns.keywords[entry] ? 1 : 0,
    );
    for (const heading of columns.heading.subarray(0, records.length))
      this.#sameHeadings.set(heading, 1 + (this.#sameHeadings.get(heading) ?? 0));
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
    this.pages = Int32Array.from(this.recordOf, (record) => {
      const page = records[record]?.url_without_anchor ?? '';
      const number = pageNumbers.get(page) ?? pageNumbers.size;
      pageNumbers.set(page, number);
      return number;
    });
    this.pageCount = pageNumbers.size;
  }

  /** Returns how many records have the same heading; 0 when this record is not a heading. */
  sameHeadings(record: number): number {
    const heading = this.textNumber(record, 'heading');
    return heading === 0 ? 0 : (this.#sameHeadings.get(heading) ?? 0);
  }

  /** Whether an entry is a title, a heading or a phrase. */
  isHeadline(entry: number): boolean {
    return this.#isHeadline[entry] === 1;
  }

  /** Returns how many records entries belong to. */
  countRecords(entries: readonly number[]): number {
    const isCounted = new Uint8Array(this.records.length);
    let count = 0;
    for (const entry of entries) {
      const record = this.recordOf[entry] ?? 0;
      if (isCounted[record]) continue;
      isCounted[record] = 1;
      count += 1;
    }
    return count;
  }

  /** Returns the number of the text in a field of an entry; 0 for none. */
  textNumber(entry: number, field: FieldName): number {
    return this.#columns[field][entry] ?? 0;
  }

  text(entry: number, field: FieldName): string {
    return this.texts[this.textNumber(entry, field)] ?? '';
  }

  /** Returns the entries by the text of a field. */
  holders(field: FieldName): Groups {
    return this.#holders[field];
  }
}
