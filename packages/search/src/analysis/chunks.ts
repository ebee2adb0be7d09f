import { fold } from './fold.ts';
import { isStopWord } from './stop-words.ts';

/** A stretch of text that stands for a term of the index. */
export interface Token {
  readonly term: string;
  readonly start: number;
  readonly end: number;
  /** It is a piece of a name, such as `node` in `node_id` or `Key` in `connectionKey`. */
  readonly piece: boolean;
}

/** A word and, when it is written in camel case, its parts. */
export interface Word extends Token {
  readonly parts: readonly Token[];
}

/** What stands between white space or ordinary punctuation: a word, or a name such as `/v1/valuestore/setValue`. */
export interface Chunk {
  readonly words: readonly Word[];
  /** The name and its ends written as one word, so that `node_id`, `node-id` and `nodeId` are the same. */
  readonly joined: readonly Token[];
}

/** Longer words are cut: nothing readers look for is longer, and the cost of a typo grows with the length. */
const maxTerm = 48;
/** Segments of a path that one joined term spans, from either end. */
const maxSegments = 3;
/** Words of a segment that are joined; longer ones are no names. */
const maxWords = 8;

interface Patterns {
  readonly chunk: RegExp;
  readonly word: RegExp;
  /** Capitals together, unless the last one begins a word of its own: `MQTT|Client`, `IDs`. */
  readonly part: RegExp;
}

const anyScript: Patterns = {
  chunk: /[\p{L}\p{N}\p{M}$_\-./:[\]{}]+/gu,
  word: /\p{N}+(?:\.\p{N}+)+|[\p{L}\p{N}\p{M}]+/gu,
  part: /\p{Lu}+(?!\p{Ll}{2})|\p{Lu}?[^\p{Lu}]+/gu,
};

/** The same for texts whose letters are ASCII, which are nearly all: several times as fast. */
const latin: Patterns = {
  chunk: /[a-z0-9$_\-./:[\]{}]+/gi,
  word: /[0-9]+(?:\.[0-9]+)+|[a-z0-9]+/gi,
  part: /[A-Z]+(?![a-z]{2})|[A-Z]?[^A-Z]+/g,
};

function patternsFor(text: string): Patterns {
  return /^[\0-\x7f·–—…‘’“”]*$/.test(text) ? latin : anyScript;
}

/** Between words of a name; a hyphen joins ordinary words, and a slash whole names. */
const namePattern = /[\p{L}\p{N}\]}][$_.:[\]{}]+[\p{L}\p{N}[{]/u;

function token(text: string, start: number, piece: boolean): Token {
  return { term: fold(text).slice(0, maxTerm), start, end: start + text.length, piece };
}

function partsOf(text: string, start: number): Token[] {
  if (!/[^a-z0-9]/.test(text.slice(1))) return [];
  const parts = [...text.matchAll(patternsFor(text).part)].map((part) =>
    token(part[0], start + part.index, true),
  );
  return parts.length < 2 ? [] : parts.filter(({ term }) => term.length > 1);
}

function wordsOf(text: string, start: number, piece: boolean): Word[] {
  return [...text.matchAll(patternsFor(text).word)].flatMap((found) => {
    const { term, start: from, end } = token(found[0], start + found.index, piece);
    // Marks without a letter to stand on fold to nothing.
    return term === '' ? [] : { term, start: from, end, piece, parts: partsOf(found[0], from) };
  });
}

function join(words: readonly Token[]): Token[] {
  const [first] = words;
  const last = words.at(-1);
  if (!first || !last || first === last) return [];
  const term = words.map((word) => word.term).join('');
  return [{ term: term.slice(0, maxTerm), start: first.start, end: last.end, piece: false }];
}

/** Joined terms: each segment between slashes, then two and three segments from the start and from the end. */
function joinedOf(segments: readonly (readonly Word[])[]): Token[] {
  const short = segments.filter((words) => words.length <= maxWords);
  const counts = [2, maxSegments].filter((count) => count <= short.length);
  return [
    ...short.flatMap((words) => join(words)),
    ...counts.flatMap((count) => join(short.slice(0, count).flat())),
    ...counts.flatMap((count) => join(short.slice(-count).flat())),
  ];
}

/** Splits a chunk as it was found; `start` is its place in the text. */
export function chunkAt(found: string, start: number): Chunk | null {
  const segments: Word[][] = [];
  let at = start;
  for (const segment of found.split('/')) {
    const words = wordsOf(segment, at, namePattern.test(segment));
    if (words.length > 0) segments.push(words);
    at += segment.length + 1;
  }
  return segments.length > 0 ? { words: segments.flat(), joined: joinedOf(segments) } : null;
}

/** What stands between white space or ordinary punctuation, not yet split. */
export function chunkTexts(text: string): RegExpStringIterator<RegExpExecArray> {
  return text.matchAll(patternsFor(text).chunk);
}

/** Names and words of a text, in order. Linear in its length. */
export function chunksOf(text: string): Chunk[] {
  return [...chunkTexts(text)].flatMap((found) => chunkAt(found[0], found.index) ?? []);
}

/** Every place of a chunk that stands for a term: words, parts of camel case, and the name as a whole. */
export function tokensOfChunk({ words, joined }: Chunk): Token[] {
  return [...words.flatMap((word) => [word, ...word.parts]), ...joined];
}

/** Neighbouring words as one, stop words between them left out: `Set a value` is also `setvalue`. */
export function pairsOf(all: readonly Token[]): Token[] {
  const words = all.filter(({ term }) => !isStopWord(term));
  return words.flatMap((word, index) => {
    const next = words[index + 1];
    return next ? join([word, next]) : [];
  });
}
