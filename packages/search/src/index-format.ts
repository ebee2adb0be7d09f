import { levels, type Level, type RecordType, type SearchRecord } from './types.ts';

/** FNV-1a, 32 bits, over UTF-16 code units: sufficient to distinguish the texts of one page. */
function hash(text: string): string {
  let value = 0x811c9dc5;
  for (let index = 0; index < text.length; index += 1) {
    value = Math.imul(value ^ text.charCodeAt(index), 0x01000193);
  }
  return (value >>> 0).toString(36);
}

/** Identifies a text at a URL. Stable across builds while URL and text are unchanged. */
export function objectId(url: string, type: string, text: string): string {
  return `${url}-${hash(`${type} ${text}`)}`;
}

/** Interns texts: assigns a number to each distinct text. Number 0 is `null`. */
class TextTable {
  readonly texts: string[] = [];
  readonly #numbers = new Map<string, number>();

  numberOf(text: string | null): number {
    if (text === null) return 0;
    const known = this.#numbers.get(text);
    if (known !== undefined) return known;
    this.texts.push(text);
    this.#numbers.set(text, this.texts.length);
    return this.texts.length;
  }
}

function textAt(texts: readonly string[], number: number | undefined): string | null {
  return number === undefined ? null : (texts[number - 1] ?? null);
}

/** Delta-encodes values: columns of rising or equal numbers become short and repetitive. */
function deltaEncode(values: readonly number[]): number[] {
  return values.map((value, index) => value - (values[index - 1] ?? 0));
}

function deltaDecode(values: readonly number[]): number[] {
  let sum = 0;
  return values.map((value) => (sum += value));
}

/** Increased whenever the format changes. */
const formatVersion = 2;

/**
 * Records by column, which compresses far better than one object per record. Columns have indexes into `texts`, or numbers,
 * delta-encoded. `urls` and `ids` have, by row, the values that cannot be derived from the other columns.
 */
interface SerializedIndex {
  readonly format: number;
  readonly texts: readonly string[];
  readonly columns: readonly (readonly number[])[];
  readonly urls: Readonly<Record<string, string>>;
  readonly ids: Readonly<Record<string, string>>;
}

function urlOf(page: string, anchor: string | null): string {
  return anchor === null ? page : `${page}#${anchor}`;
}

/** Derives the ID from the path, so that it stays the same when the site moves to another origin. */
function derivedId(url: string, type: RecordType, text: string | null): string {
  return objectId(url.replace(/^https?:\/\/[^/]+/, ''), type, text ?? '');
}

function recordText({ type, content, hierarchy }: SearchRecord): string | null {
  return type === 'content' ? content : hierarchy[type];
}

/** One function for each text column. */
const textColumns: readonly ((record: SearchRecord) => string | null)[] = [
  ({ type }) => type,
  ...levels.map((level) => (record: SearchRecord) => record.hierarchy[level]),
  ({ content }) => content,
  ({ url_without_anchor }) => url_without_anchor,
  ({ anchor }) => anchor,
  ({ language }) => language,
  ({ docusaurus_tag }) => docusaurus_tag,
  ({ version }) => version,
  ({ keywords }) => keywords,
];

const numberColumns: readonly ((record: SearchRecord) => number)[] = [
  ({ weight }) => weight.page_rank,
  ({ weight }) => weight.level,
  ({ weight }) => weight.position,
];

/** Serializes records as JSON for `deserializeRecords`. */
export function serializeRecords(records: readonly SearchRecord[]): string {
  const table = new TextTable();
  // Row by row, so that numbers of new texts increase.
  const rows = records.map((record) => [
    ...textColumns.map((read) => table.numberOf(read(record))),
    ...numberColumns.map((read) => read(record)),
  ]);
  const width = textColumns.length + numberColumns.length;
  const columns = Array.from({ length: width }, (_, column) =>
    deltaEncode(rows.map((row) => row[column] ?? 0)),
  );
  const others = (
    value: (record: SearchRecord) => string,
    expected: (record: SearchRecord) => string,
  ) =>
    Object.fromEntries(
      records.flatMap((record, row) =>
        value(record) === expected(record) ? [] : [[row, value(record)]],
      ),
    ) as Record<string, string>;
  return JSON.stringify({
    format: formatVersion,
    texts: table.texts,
    columns,
    urls: others(
      ({ url }) => url,
      ({ url_without_anchor, anchor }) => urlOf(url_without_anchor, anchor),
    ),
    ids: others(
      ({ objectID }) => objectID,
      (record) => derivedId(record.url, record.type, recordText(record)),
    ),
  } satisfies SerializedIndex);
}

/** Written out, because `Object.fromEntries` takes many times as long. */
function hierarchyOf(text: (level: number) => string | null): Record<Level, string | null> {
  return {
    lvl0: text(0),
    lvl1: text(1),
    lvl2: text(2),
    lvl3: text(3),
    lvl4: text(4),
    lvl5: text(5),
    lvl6: text(6),
  };
}

/**
 * Deserializes the records of an index.
 * @throws Error when another version wrote the index
 */
export function deserializeRecords(json: string): SearchRecord[] {
  const { format, texts, columns, urls, ids } = JSON.parse(json) as SerializedIndex;
  if (format !== formatVersion)
    throw new Error(`The search index has format ${format}, not ${formatVersion}.`);
  const summed = columns.map(deltaDecode);
  return (summed[0] ?? []).map((_, row) => {
    const number = (column: number) => summed[column]?.[row] ?? 0;
    const text = (column: number) => textAt(texts, number(column));
    const afterLevels = 1 + levels.length;
    const page = text(afterLevels + 1) ?? '';
    const anchor = text(afterLevels + 2);
    const type = text(0) as RecordType;
    const content = text(afterLevels);
    const url = urls[row] ?? urlOf(page, anchor);
    const hierarchy = hierarchyOf((index) => text(1 + index));
    const own = type === 'content' ? content : hierarchy[type];
    return {
      objectID: ids[row] ?? derivedId(url, type, own),
      type,
      hierarchy,
      content,
      keywords: text(afterLevels + 6),
      url,
      url_without_anchor: page,
      anchor,
      language: text(afterLevels + 3) ?? '',
      docusaurus_tag: text(afterLevels + 4) ?? '',
      version: text(afterLevels + 5) ?? '',
      weight: {
        page_rank: number(textColumns.length),
        level: number(textColumns.length + 1),
        position: number(textColumns.length + 2),
      },
    };
  });
}
