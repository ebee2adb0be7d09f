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

interface Leaf {
  /** Dotted path. */
  readonly path: string;
  readonly name: string;
  /** Name in the nested object, if any. */
  readonly inner?: string;
  readonly value: unknown;
}

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
        ? Object.entries(value).map(([inner, leaf]) => {
            return { path: `${name}.${inner}`, name, inner, value: leaf };
          })
        : [{ path: name, name, value }],
    );
  leafCache.set(record, leaves);
  return leaves;
}

/** Sets the value of a leaf in a copy of its record. */
export function setLeaf(target: Nested, { name, inner }: Leaf, value: unknown): void {
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
function queryWords(query: string, advancedSyntax: boolean): string[] {
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

/** The words of a query in a text. */
interface Marks {
  readonly ranges: readonly Range[];
  /** Words of the query that the ranges match. */
  readonly found: readonly string[];
}

/** How the hits of a query are marked. Hits share titles, headings and paths, so each is looked at once. */
export interface Marker {
  readonly parameters: Parameters;
  readonly words: readonly string[];
  readonly marksOf: (text: string) => Marks;
  readonly isHighlighted: (path: string) => boolean;
  /** Returns the entry for a snippet of an attribute; one that names it takes precedence over a pattern. */
  readonly snippetOf: (path: string) => SnippetEntry | undefined;
}

/** Returns a function that remembers its results. */
export function remember<Value>(compute: (text: string) => Value): (text: string) => Value {
  const known = new Map<string, { readonly value: Value }>();
  return (text) => {
    const entry = known.get(text) ?? { value: compute(text) };
    known.set(text, entry);
    return entry.value;
  };
}

/** Creates the marker of a query. */
export function createMarker({ matches }: QueryResponse, parameters: Parameters): Marker {
  const { query, advancedSyntax, attributesToHighlight, attributesToSnippet } = parameters;
  const words = queryWords(query, advancedSyntax);
  return {
    parameters,
    words,
    marksOf: remember((text) => {
      const ranges = matches(text);
      return { ranges, found: matchedWords(text, ranges, words) };
    }),
    isHighlighted: remember((path) =>
      attributesToHighlight.some((pattern) => covers(pattern, path)),
    ),
    snippetOf: remember(
      (path) =>
        attributesToSnippet.find(({ pattern }) => pattern === path) ??
        attributesToSnippet.find(({ pattern }) => covers(pattern, path)),
    ),
  };
}

function levelOf(found: readonly string[], words: readonly string[]): MatchLevel {
  if (found.length === 0) return 'none';
  return found.length === words.length ? 'full' : 'partial';
}

/** Returns `_highlightResult` of a hit, without attributes that are null. */
export function highlightResult(hit: Hit, marker: Marker): Nested {
  const { highlightPreTag: preTag, highlightPostTag: postTag } = marker.parameters;
  const result: Nested = {};
  for (const leaf of leavesOf(hit.record)) {
    const { path, value: text } = leaf;
    if (typeof text !== 'string' || !marker.isHighlighted(path)) continue;
    const { ranges, found } = marker.marksOf(text);
    setLeaf(result, leaf, {
      value: highlight(text, ranges, { preTag, postTag }),
      matchLevel: levelOf(found, marker.words),
      ...(found.length > 0 && { fullyHighlighted: coversAll(text, ranges) }),
      matchedWords: found,
    } satisfies Highlighted);
  }
  return result;
}

/** Returns `_snippetResult` of a hit. The content of a title or heading, which has none, is the text that follows it. */
export function snippetResult(hit: Hit, marker: Marker): Nested {
  const { snippetEllipsisText, highlightPreTag, highlightPostTag } = marker.parameters;
  const result: Nested = {};
  for (const leaf of [...leavesOf(hit.record), excerptLeaf(hit)]) {
    const { path, value: text } = leaf;
    const entry = marker.snippetOf(path);
    if (typeof text !== 'string' || !entry) continue;
    const { ranges, found } = marker.marksOf(text);
    setLeaf(result, leaf, {
      value: snippet(text, ranges, {
        words: entry.words,
        ellipsis: snippetEllipsisText,
        preTag: highlightPreTag,
        postTag: highlightPostTag,
      }),
      matchLevel: levelOf(found, marker.words),
    } satisfies Snippeted);
  }
  return result;
}

function excerptLeaf({ excerpt }: Hit): Leaf {
  return { path: 'content', name: 'content', value: excerpt };
}
