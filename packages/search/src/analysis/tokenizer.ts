import { isStopWord } from './stop-words.ts';

/** Removes case and diacritics: `Über` becomes `uber`. */
export function fold(text: string): string {
  // Most words are plain ASCII, and normalization is slow.
  if (/^[\w-]*$/.test(text)) return text.toLowerCase();
  return text.normalize('NFKD').replace(/\p{M}/gu, '').toLowerCase();
}

/** A range of text that is a term of the index. */
export interface Token {
  readonly term: string;
  readonly start: number;
  readonly end: number;
  /** Whether it is a part of a name, such as `node` in `node_id` or `Key` in `connectionKey`. */
  readonly isPart: boolean;
}

/** A word and, in camel case, its parts. */
export interface Word extends Token {
  readonly parts: readonly Token[];
}

/** Text between white space or ordinary punctuation: a word, or a name such as `/v1/valuestore/setValue`. */
export interface Chunk {
  readonly words: readonly Word[];
  /** The name, its start and its end, each as one term, so that `node_id`, `node-id` and `nodeId` are the same. */
  readonly joined: readonly Token[];
}

/** Longer words are truncated: the cost of typo tolerance grows with the length. */
const maxTermLength = 48;
/** Number of path segments in one joined term, from the start or the end. */
const maxSegments = 3;
/** Maximum number of words in a joined segment; longer ones are not names. */
const maxWords = 8;

interface Patterns {
  readonly chunk: RegExp;
  readonly word: RegExp;
  /** Consecutive capitals, unless the last one starts a word: `MQTT|Client`, `IDs`. */
  readonly part: RegExp;
}

const anyScript: Patterns = {
  chunk: /[\p{L}\p{N}\p{M}$_\-./:[\]{}]+/gu,
  word: /\p{N}+(?:\.\p{N}+)+|[\p{L}\p{N}\p{M}]+/gu,
  part: /\p{Lu}+(?!\p{Ll}{2})|\p{Lu}?[^\p{Lu}]+/gu,
};

/** The same for ASCII letters, which nearly all texts have: several times as fast. */
const latin: Patterns = {
  chunk: /[a-z0-9$_\-./:[\]{}]+/gi,
  word: /[0-9]+(?:\.[0-9]+)+|[a-z0-9]+/gi,
  part: /[A-Z]+(?![a-z]{2})|[A-Z]?[^A-Z]+/g,
};

function patternsFor(text: string): Patterns {
  return /^[\0-\x7f·–—…‘’“”]*$/.test(text) ? latin : anyScript;
}

/** Separators within a name. A hyphen also joins ordinary words, and a slash joins names. */
const namePattern = /[\p{L}\p{N}\]}][$_.:[\]{}]+[\p{L}\p{N}[{]/u;

function token(text: string, start: number, isPart: boolean): Token {
  return { term: fold(text).slice(0, maxTermLength), start, end: start + text.length, isPart };
}

function partsOf(text: string, start: number): Token[] {
  if (!/[^a-z0-9]/.test(text.slice(1))) return [];
  const parts = [...text.matchAll(patternsFor(text).part)].map((part) =>
    token(part[0], start + part.index, true),
  );
  return parts.length < 2 ? [] : parts.filter(({ term }) => term.length > 1);
}

function wordsOf(text: string, start: number, isPart: boolean): Word[] {
  return [...text.matchAll(patternsFor(text).word)].flatMap((found) => {
    const { term, start: from, end } = token(found[0], start + found.index, isPart);
    // Combining marks without a letter fold to nothing.
    return term === '' ? [] : { term, start: from, end, isPart, parts: partsOf(found[0], from) };
  });
}

function join(words: readonly Token[]): Token[] {
  const [first] = words;
  const last = words.at(-1);
  if (!first || !last || first === last) return [];
  const term = words.map((word) => word.term).join('');
  return [{ term: term.slice(0, maxTermLength), start: first.start, end: last.end, isPart: false }];
}

/** Returns joined terms: each segment between slashes, then two and three segments from the start and the end. */
function joinedOf(segments: readonly (readonly Word[])[]): Token[] {
  const short = segments.filter((words) => words.length <= maxWords);
  const counts = [2, maxSegments].filter((count) => count <= short.length);
  return [
    ...short.flatMap((words) => join(words)),
    ...counts.flatMap((count) => join(short.slice(0, count).flat())),
    ...counts.flatMap((count) => join(short.slice(-count).flat())),
  ];
}

/** A single word without parts, like most chunks. */
const plainWord = /^[A-Za-z0-9][a-z0-9]*$/;

/** Splits a chunk; `start` is its offset in the text. */
function chunkAt(found: string, start: number): Chunk | null {
  if (plainWord.test(found)) {
    const { term, end } = token(found, start, false);
    return { words: [{ term, start, end, isPart: false, parts: [] }], joined: [] };
  }
  const segments: Word[][] = [];
  let at = start;
  for (const segment of found.split('/')) {
    const words = wordsOf(segment, at, namePattern.test(segment));
    if (words.length > 0) segments.push(words);
    at += segment.length + 1;
  }
  return segments.length > 0 ? { words: segments.flat(), joined: joinedOf(segments) } : null;
}

/** Calls back for each chunk of a text, not yet split. An iterator of matches takes several times as long. */
function forEachChunk(text: string, visit: (found: string, start: number) => void): void {
  const { chunk } = patternsFor(text);
  chunk.lastIndex = 0;
  for (let found = chunk.exec(text); found; found = chunk.exec(text)) visit(found[0], found.index);
}

/** Returns names and words of a text in order, in linear time. */
export function chunksOf(text: string): Chunk[] {
  const chunks: Chunk[] = [];
  forEachChunk(text, (found, start) => {
    const chunk = chunkAt(found, start);
    if (chunk) chunks.push(chunk);
  });
  return chunks;
}

/** Returns all tokens of a chunk: words, parts of camel case, and joined terms. */
function tokensOfChunk({ words, joined }: Chunk): readonly Token[] {
  if (joined.length === 0 && words.length === 1 && words[0]?.parts.length === 0) return words;
  return [...words.flatMap((word) => [word, ...word.parts]), ...joined];
}

/** Joins adjacent words, ignoring stop words between them: `Set a value` is also `setvalue`. */
export function pairsOf(all: readonly Token[]): Token[] {
  const words = all.filter(({ term }) => !isStopWord(term));
  return words.flatMap((word, index) => {
    const next = words[index + 1];
    return next ? join([word, next]) : [];
  });
}

/** A chunk whose offsets are relative to its own start. */
export interface Name {
  readonly words: readonly Word[];
  /** All its tokens. */
  readonly tokens: readonly Token[];
}

/** A name at an offset of a text. */
export interface NameAt {
  readonly name: Name;
  readonly start: number;
}

/** Limits the cache. The documentation has a few thousand names; queries must not exhaust memory. */
const maxCachedNames = 20_000;

/** Tokenizes texts. The same names occur often, so each is split once. */
export class Tokenizer {
  readonly #cache = new Map<string, Name | null>();

  /** Returns the names of a text in order. */
  tokenize(text: string): NameAt[] {
    const names: NameAt[] = [];
    forEachChunk(text, (found, start) => {
      const name = this.#nameOf(found);
      if (name) names.push({ name, start });
    });
    return names;
  }

  #nameOf(text: string): Name | null {
    const known = this.#cache.get(text);
    if (known !== undefined) return known;
    const chunk = chunkAt(text, 0);
    const name = chunk && { words: chunk.words, tokens: tokensOfChunk(chunk) };
    if (this.#cache.size < maxCachedNames) this.#cache.set(text, name);
    return name;
  }
}
