import { fold } from '../analysis/tokenizer.ts';
import { isStopWord } from '../analysis/stop-words.ts';
import { highlight, snippet } from '../highlight.ts';
import type { Hit, QueryResponse, Range, SearchRecord } from '../types.ts';
import type { Parameters, SnippetEntry } from './parameters.ts';

/** Attributes of a record, nested as in the record. */
export type Nested = Record<string, unknown>;

/** Whether a pattern (`*`, `hierarchy`, `hierarchy.lvl1`) covers the attribute at a dotted path. */
export function covers(pattern: string, path: string): boolean {
  return pattern === '*' || pattern === path || path.startsWith(`${pattern}.`);
}

const isObject = (value: unknown): value is Nested => typeof value === 'object' && value !== null;

type Leaf = readonly [path: string, value: unknown];

/** Leaves of records that have been hits: each result reads them several times, and so do later results. */
const leafCache = new WeakMap<SearchRecord, readonly Leaf[]>();

/** Returns the leaves of a record by dotted path, without `objectID`, which every hit has, and `keywords`, which none has. */
export function leavesOf(record: SearchRecord): readonly Leaf[] {
  const cached = leafCache.get(record);
  if (cached) return cached;
  const leaves = Object.entries(record)
    .filter(([name]) => name !== 'objectID' && name !== 'keywords')
    .flatMap(([name, value]: [string, unknown]): Leaf[] =>
      isObject(value)
        ? Object.entries(value).map(([inner, leaf]): Leaf => [`${name}.${inner}`, leaf])
        : [[name, value]],
    );
  leafCache.set(record, leaves);
  return leaves;
}

/** Sets the value at a dotted path. */
export function setPath(target: Nested, path: string, value: unknown): void {
  const [name = '', inner] = path.split('.', 2);
  if (inner === undefined) {
    target[name] = value;
    return;
  }
  const nested = isObject(target[name]) ? target[name] : {};
  target[name] = nested;
  nested[inner] = value;
}

/**
 * Returns the folded words of a query that a text can match: without excluded words (`-word`), and without stop words
 * unless there are no others.
 */
export function queryWords(query: string, advancedSyntax: boolean): string[] {
  const included = advancedSyntax ? query.replace(/(^|\s)-\S+/g, ' ') : query;
  const words = [...new Set(fold(included).match(/[\p{L}\p{N}]+/gu) ?? [])];
  const significant = words.filter((word) => !isStopWord(word));
  return significant.length > 0 ? significant : words;
}

function sharedPrefix(a: string, b: string): number {
  let length = 0;
  while (length < a.length && a[length] === b[length]) length += 1;
  return length;
}

/** Returns the word with the longest common prefix with a matched text, if any has one. */
function closest(matched: string, words: readonly string[]): string | undefined {
  let best: string | undefined;
  let longest = 0;
  for (const word of words) {
    const shared = sharedPrefix(word, matched);
    if (shared > longest) [best, longest] = [word, shared];
  }
  return best;
}

/**
 * Returns the query words that the ranges of a text match. A range may contain another form of a word (longer, or
 * corrected): it is assigned to the word with the longest common prefix, or to the first unassigned word.
 */
function matchedWords(text: string, ranges: readonly Range[], words: readonly string[]): string[] {
  const found = new Set<string>();
  for (const { start, end } of ranges) {
    const pieces = fold(text.slice(start, end)).match(/[\p{L}\p{N}]+/gu) ?? [];
    const near = pieces.map((piece) => closest(piece, words)).filter((word) => word !== undefined);
    const left = near.length > 0 ? undefined : words.find((word) => !found.has(word));
    for (const word of left === undefined ? near : [left]) found.add(word);
  }
  return words.filter((word) => found.has(word));
}

/** Whether the ranges cover every word of a text. */
function coversAll(text: string, ranges: readonly Range[]): boolean {
  const wordCharacter = /[\p{L}\p{N}]/u;
  let from = 0;
  for (const { start, end } of ranges) {
    if (wordCharacter.test(text.slice(from, start))) return false;
    from = end;
  }
  return !wordCharacter.test(text.slice(from));
}

type MatchLevel = 'none' | 'partial' | 'full';

/** An attribute as HTML, with tags around the query words; the text itself is escaped. */
interface Highlighted {
  readonly value: string;
  readonly matchLevel: MatchLevel;
  /** Only where a word matched, as at the provider. */
  readonly fullyHighlighted?: boolean;
  readonly matchedWords: readonly string[];
}

interface Snippeted {
  readonly value: string;
  readonly matchLevel: MatchLevel;
}

function levelOf(found: readonly string[], words: readonly string[]): MatchLevel {
  if (found.length === 0) return 'none';
  return found.length === words.length ? 'full' : 'partial';
}

/** Returns the texts of a record by path, without attributes that are null. */
const textsOf = (hit: Hit) =>
  leavesOf(hit.record).filter(
    (leaf): leaf is readonly [string, string] => typeof leaf[1] === 'string',
  );

/** Returns `_highlightResult` of a hit. */
export function highlightResult(
  hit: Hit,
  { matches }: QueryResponse,
  parameters: Parameters,
  words: readonly string[],
): Nested {
  const { highlightPreTag: preTag, highlightPostTag: postTag, attributesToHighlight } = parameters;
  const result: Nested = {};
  for (const [path, text] of textsOf(hit)) {
    if (!attributesToHighlight.some((pattern) => covers(pattern, path))) continue;
    const ranges = matches(text);
    const found = matchedWords(text, ranges, words);
    setPath(result, path, {
      value: highlight(text, ranges, { preTag, postTag }),
      matchLevel: levelOf(found, words),
      ...(found.length > 0 && { fullyHighlighted: coversAll(text, ranges) }),
      matchedWords: found,
    } satisfies Highlighted);
  }
  return result;
}

/** Returns the entry for an attribute; one that names it takes precedence over a pattern. */
function entryFor(path: string, entries: readonly SnippetEntry[]): SnippetEntry | undefined {
  return (
    entries.find(({ pattern }) => pattern === path) ??
    entries.find(({ pattern }) => covers(pattern, path))
  );
}

/** Returns `_snippetResult` of a hit. The content of a title or heading, which has none, is the text that follows it. */
export function snippetResult(
  hit: Hit,
  { matches }: QueryResponse,
  parameters: Parameters,
  words: readonly string[],
): Nested {
  const { highlightPreTag: preTag, highlightPostTag: postTag } = parameters;
  const result: Nested = {};
  const texts = [
    ...textsOf(hit),
    ...(hit.excerpt === undefined ? [] : [['content', hit.excerpt] as const]),
  ];
  for (const [path, text] of texts) {
    const entry = entryFor(path, parameters.attributesToSnippet);
    if (!entry) continue;
    const ranges = matches(text);
    setPath(result, path, {
      value: snippet(text, ranges, {
        words: entry.words,
        ellipsis: parameters.snippetEllipsisText,
        preTag,
        postTag,
      }),
      matchLevel: levelOf(matchedWords(text, ranges, words), words),
    } satisfies Snippeted);
  }
  return result;
}
