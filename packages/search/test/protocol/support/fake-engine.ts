import type { Query, Range, SearchEngine, SearchRecord } from '../../../src/types.ts';

/** Returns the attribute of a record at a dotted path as text; empty where there is none. */
function valueAt(record: SearchRecord, path: string): string {
  const [name = '', inner] = path.split('.');
  const value = (record as unknown as Record<string, unknown>)[name];
  const leaf = inner === undefined ? value : (value as Record<string, unknown>)[inner];
  return typeof leaf === 'string' ? leaf : '';
}

const meets = (record: SearchRecord, condition: string) => {
  const at = condition.indexOf(':');
  return valueAt(record, condition.slice(0, at)) === condition.slice(at + 1);
};

function passes(record: SearchRecord, { facetFilters = [] }: Query): boolean {
  return facetFilters.every(
    (group) => group.length === 0 || [group].flat().some((condition) => meets(record, condition)),
  );
}

const wordsOf = (query: string) => query.toLowerCase().match(/[\p{L}\p{N}_]+/gu) ?? [];

function rangesOf(text: string, words: readonly string[]): Range[] {
  return [...text.matchAll(/[\p{L}\p{N}]+/gu)]
    .filter(([shown]) => words.some((word) => shown.toLowerCase().startsWith(word)))
    .map((match) => ({ start: match.index, end: match.index + match[0].length }));
}

const textOf = (record: SearchRecord) =>
  [...Object.values(record.hierarchy), record.content].filter((text) => text !== null).join('\n');

/** A minimal engine: matches word prefixes, in the order of the records. */
export function fakeEngine(records: readonly SearchRecord[]): SearchEngine {
  return {
    records,
    search: (query) => {
      const words = wordsOf(query.query);
      const found = records.filter(
        (record) =>
          passes(record, query) &&
          words.every((word) => rangesOf(textOf(record), [word]).length > 0),
      );
      const first = query.page * query.hitsPerPage;
      return {
        hits: found
          .slice(first, first + query.hitsPerPage)
          .map((record, at) => ({ record, score: found.length - first - at })),
        nbHits: found.length,
        matches: (text) => rangesOf(text, words),
      };
    },
  };
}
