import type { SearchRecord } from '../types.ts';
import { documentOf, fields, type FieldName } from './documents.ts';
import { groupPlaces, type Groups } from './groups.ts';

/**
 * Records by the texts they are made of. Pages share headings and repeat sentences, so each text stands here, and in the
 * index, once; a field of a record is the number of a text. Number 0 is the empty text.
 */
export class Corpus {
  readonly texts: readonly string[];
  /** Numbers of the texts that are titles or headings. */
  readonly headlines: ReadonlySet<number>;
  /** Number of the page of each record; pages are numbered as they come. */
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
    const holders = (field: FieldName) => groupPlaces(columns[field], this.texts.length);
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

  /** How many records have the heading of this one; 0 when it is none. */
  sameHeadings(record: number): number {
    const heading = this.textNumber(record, 'heading');
    const { starts } = this.#holders.heading;
    return heading === 0 ? 0 : (starts[heading + 1] ?? 0) - (starts[heading] ?? 0);
  }

  isHeadline(record: number): boolean {
    return this.textNumber(record, 'title') > 0 || this.textNumber(record, 'heading') > 0;
  }

  /** Number of the text in a field of a record; 0 where it has none. */
  textNumber(record: number, field: FieldName): number {
    return this.#columns[field][record] ?? 0;
  }

  text(record: number, field: FieldName): string {
    return this.texts[this.textNumber(record, field)] ?? '';
  }

  /** Records by the text in a field. */
  holders(field: FieldName): Groups {
    return this.#holders[field];
  }
}
