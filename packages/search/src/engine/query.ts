import { chunksOf, type Chunk } from '../analysis/tokenizer.ts';
import type { Corpus } from './corpus.ts';

/** A word or a name of a query. */
export interface TypedName {
  /** Its words, folded; more than one for a name such as `node::nodenotfound` or `node_id`. */
  readonly words: readonly string[];
  /** Parts of a word in camel case, else none. */
  readonly parts: readonly string[];
  /** The whole name as one term. */
  readonly whole: string;
  /** Whether it looks like a name in code: in camel case, or with `_`, `.`, `:` or `/` inside. */
  readonly isCode: boolean;
  /** Whether it may be incomplete: nothing follows it. */
  readonly last: boolean;
}

export interface ParsedQuery {
  readonly names: readonly TypedName[];
  /** Words of each `"quoted phrase"`, which a hit must contain in that order. */
  readonly phrases: readonly (readonly string[])[];
  /** Terms that no hit may contain, from `-word`. */
  readonly excluded: ReadonlySet<string>;
}

/** Longer queries are truncated, as at the hosted provider. */
export const maxQuery = 512;
/** Further words, or parts of words in camel case, do not narrow the result and cost time. */
const maxWords = 24;

function typedName({ words, joined }: Chunk, last: boolean): TypedName {
  const terms = words.map(({ term }) => term);
  const parts = words.length === 1 ? (words[0]?.parts ?? []).slice(0, maxWords) : [];
  return {
    words: terms,
    parts: parts.map(({ term }) => term),
    isCode: parts.length > 0 || words.some(({ isPart }) => isPart),
    whole: joined.at(-1)?.term ?? terms.join(''),
    last,
  };
}

function wordsOf(text: string): string[] {
  return chunksOf(text).flatMap(({ words }) => words.map(({ term }) => term));
}

/** Returns the names that the first words of a query belong to, without further words. */
function firstNames(chunks: readonly Chunk[]): Chunk[] {
  let left = maxWords;
  return chunks.flatMap((chunk) => {
    const words = chunk.words.filter(({ parts }) => {
      const isFirst = left > 0;
      left -= Math.max(1, parts.length);
      return isFirst;
    });
    return words.length > 0 ? [{ ...chunk, words }] : [];
  });
}

/**
 * Separates the host of a pasted URL from its path, removes the version of the API, and replaces the ID in a topic by the
 * name that the documentation has there. Safari before 16.4 has no lookbehind.
 */
const withoutVariables = (text: string) =>
  text
    .replace(/(https?:\/\/[^\s/]+)\/(?=\S)/gi, '$1 /')
    .replace(/(^|[^\p{L}\p{N}])v\d+\/(?=\S)/giu, '$1')
    .replace(
      /(device\/)[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}(?![\p{L}\p{N}-])/giu,
      '$1{deviceId}',
    );

/** Parses a query; any text is valid. `advanced` enables quotes and a leading `-`. */
export function parseQuery(text: string, advanced: boolean): ParsedQuery {
  let plain = text.slice(0, maxQuery);
  const phrases: string[][] = [];
  const excluded = new Set<string>();
  if (advanced) {
    plain = plain.replace(/"([^"]*)"/g, (_, phrase: string) => {
      phrases.push(wordsOf(phrase));
      return ` ${phrase} `;
    });
    plain = plain.replace(/(^|\s)-(?=[^\s-])(\S+)/g, (_, before: string, word: string) => {
      for (const each of wordsOf(word)) excluded.add(each);
      return before;
    });
  }
  const chunks = firstNames(chunksOf(withoutVariables(plain)));
  const open = !/\s$/.test(plain);
  return {
    names: chunks.map((chunk, index) => typedName(chunk, open && index === chunks.length - 1)),
    phrases: phrases.filter((phrase) => phrase.length > 0),
    excluded,
  };
}

function containsPhrase(terms: readonly string[], phrase: readonly string[]): boolean {
  return terms.some((_, start) => phrase.every((word, offset) => terms[start + offset] === word));
}

/** Whether a query has phrases or excluded words. */
export function isAdvanced({ phrases, excluded }: ParsedQuery): boolean {
  return phrases.length > 0 || excluded.size > 0;
}

const searchedFields = ['title', 'heading', 'name', 'text', 'page'] as const;

/** Compares records with quoted phrases and excluded words. A query may read every text, so each is split once. */
export class SyntaxMatcher {
  /** Words by number of the text. */
  readonly #words: (readonly string[] | undefined)[] = [];

  constructor(private readonly corpus: Corpus) {}

  /** Whether a record has every quoted phrase and no excluded word, in its text or its headings. */
  matches(record: number, { phrases, excluded }: ParsedQuery): boolean {
    const texts = searchedFields.map((field) =>
      this.#wordsAt(this.corpus.textNumber(record, field)),
    );
    return (
      phrases.every((phrase) => texts.some((words) => containsPhrase(words, phrase))) &&
      !texts.some((words) => words.some((word) => excluded.has(word)))
    );
  }

  #wordsAt(text: number): readonly string[] {
    return (this.#words[text] ??= wordsOf(this.corpus.texts[text] ?? ''));
  }
}
