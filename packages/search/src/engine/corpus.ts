import { levels, type SearchRecord } from '../types.ts';
import { groupIndexes, type Groups } from './collections.ts';

/** Searched fields of a record, in descending order of weight. */
export const fields = ['title', 'keywords', 'heading', 'name', 'text', 'page', 'path'] as const;
export type FieldName = (typeof fields)[number];

/** The text of a record by field, without phrases. `page` and `path` are its context, the others its own. */
type Document = Readonly<Record<Exclude<FieldName, 'keywords'>, string>>;

const headingLevels = levels.slice(1);

/** Returns the headings of a record from lvl1 on. */
function headingsOf({ hierarchy }: SearchRecord): string[] {
  const headings: string[] = [];
  for (const level of headingLevels) {
    const heading = hierarchy[level];
    if (heading !== null) headings.push(heading);
  }
  return headings;
}

/** Method and URL of an operation; the path without its version is the name of the operation. */
const endpoint = /^(?:DELETE|GET|PATCH|POST|PUT) https?:\/\/[^/\s]+(?:\/v\d+)?\/(\S+)$/;

/** Returns the name of the field that a record describes: its content starts with the innermost heading. */
function fieldNameOf(content: string, innermost: string): string {
  return content.startsWith(`${innermost} `) ? innermost : '';
}

function documentOf(record: SearchRecord): Document {
  const section = record.hierarchy.lvl0 ?? '';
  const [page = '', ...others] = headingsOf(record);
  // Literals with all fields in the same order: spreads take several times as long.
  const none = '';
  if (record.type === 'lvl1')
    return { title: page, heading: none, name: none, text: none, page: none, path: section };
  if (record.type !== 'content') {
    const heading = others.at(-1) ?? '';
    const path = [section, ...others.slice(0, -1)].join(' ');
    return { title: none, heading, name: none, text: none, page, path };
  }
  const content = record.content ?? '';
  const operation = endpoint.exec(content)?.[1];
  if (operation !== undefined)
    return { title: none, heading: none, name: operation, text: content, page, path: section };
  const name = fieldNameOf(content, others.at(-1) ?? page);
  const text = content.slice(name.length);
  const path = [section, ...(name === '' ? others : others.slice(0, -1))].join(' ');
  return { title: none, heading: none, name, text, page, path };
}

/** Returns the phrases that users search for a record with. */
function phrasesOf({ keywords }: SearchRecord): string[] {
  return keywords === null ? [] : keywords.split(/,\s*/);
}

/** Groups entries by text and field: the entries with text `t` in field `f` are the group `t * fields.length + f`. */
function usesOf(columns: Readonly<Record<FieldName, Int32Array>>, textCount: number): Groups {
  const { length: size } = columns.text;
  const groupOf = new Int32Array(size * fields.length);
  fields.forEach((field, index) => {
    for (let entry = 0; entry < size; entry += 1) {
      groupOf[index * size + entry] = (columns[field][entry] ?? 0) * fields.length + index;
    }
  });
  const { starts, members } = groupIndexes(groupOf, textCount * fields.length);
  for (let use = 0; use < members.length; use += 1) members[use] = (members[use] ?? 0) % size;
  return { starts, members };
}

/** What the entries belong to, by number in order of occurrence. */
export interface Passages {
  /** Number of the passage of each entry. */
  readonly of: Int32Array;
  readonly count: number;
}

/** Groups entries by a text of their records. */
function passagesBy(
  records: readonly SearchRecord[],
  recordOf: Int32Array,
  keyOf: (record: SearchRecord) => string,
): Passages {
  const numbers = new Map<string, number>();
  const byRecord = records.map((record) => {
    const key = keyOf(record);
    const number = numbers.get(key) ?? numbers.size;
    numbers.set(key, number);
    return number;
  });
  return { of: recordOf.map((record) => byRecord[record] ?? 0), count: numbers.size };
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
  /** Entries by page. */
  readonly pages: Passages;
  /** Entries by section: by the address of their records. */
  readonly sections: Passages;
  readonly #isHeadline: Uint8Array;
  readonly #columns: Readonly<Record<FieldName, Int32Array>>;
  /** Entries by text and field: those with text `t` in field `f` are the group `t * fields.length + f`. */
  readonly uses: Groups;

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
    records.forEach((record, entry) => {
      const document = documentOf(record);
      columns.title[entry] = numberOf(document.title);
      columns.heading[entry] = numberOf(document.heading);
      columns.name[entry] = numberOf(document.name);
      columns.text[entry] = numberOf(document.text);
      columns.page[entry] = numberOf(document.page);
      columns.path[entry] = numberOf(document.path);
    });
    // The entry of a phrase is that of its record, with the phrase.
    phrases.forEach(({ record, phrase }, index) => {
      const entry = records.length + index;
      for (const field of fields) columns[field][entry] = columns[field][record] ?? 0;
      columns.keywords[entry] = numberOf(phrase);
    });
    this.#columns = columns;
    this.#isHeadline = Uint8Array.from(this.recordOf, (_, entry) =>
      columns.title[entry] || columns.heading[entry] || columns.keywords[entry] ? 1 : 0,
    );
    this.texts = [...numbers.keys()];
    this.headlines = new Set([...columns.title, ...columns.heading]);
    this.uses = usesOf(columns, this.texts.length);
    this.pages = passagesBy(records, this.recordOf, (record) => record.url_without_anchor);
    this.sections = passagesBy(records, this.recordOf, ({ url }) => url);
  }

  /** Whether an entry is a phrase of a record. */
  isPhrase(entry: number): boolean {
    return entry >= this.records.length;
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
}
