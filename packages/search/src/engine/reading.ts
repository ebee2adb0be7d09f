import { pairsOf, type Token, type Word } from '../analysis/tokenizer.ts';
import type { NameAt } from '../analysis/tokenizer.ts';
import { isStopWord } from '../analysis/stop-words.ts';
import { unknownTerm, type TermNumbers } from './term-numbers.ts';

/** A text as it is compared with queries, by numbers of terms. */
export interface Reading {
  /** What stands for a term of the index: words, parts, names as a whole and neighbouring words; parallel to those below. */
  readonly terms: Int32Array;
  readonly starts: Int32Array;
  readonly ends: Int32Array;
  /** 1 where it is a isPart of a name. */
  readonly pieces: Uint8Array;
  /** Places of words that carry meaning, or of all where no word does. */
  readonly contentStarts: Int32Array;
  readonly contentEnds: Int32Array;
  /** Letters of those words. */
  readonly letters: number;
  /** Words at the beginning of the text, in order. */
  readonly inOrder: readonly OrderedWord[];
}

export interface OrderedWord {
  /** Number of the word, then those of its parts. */
  readonly terms: readonly number[];
  readonly isStop: boolean;
}

/** Names of a text whose words are compared in their order; what counts stands early. */
const maxOrdered = 150;

function moved<Kind extends Token>(token: Kind, by: number): Kind {
  return { ...token, start: token.start + by, end: token.end + by };
}

function wordsOf(names: readonly NameAt[]): Word[] {
  return names.flatMap(({ name, start }) => name.words.map((word) => moved(word, start)));
}

function orderedWords(names: readonly NameAt[], numbers: TermNumbers): OrderedWord[] {
  return names.slice(0, maxOrdered).flatMap(({ name }) =>
    name.words.map(({ term, parts }) => ({
      terms: [term, ...parts.map((part) => part.term)].map((each) => numbers.of(each)),
      isStop: isStopWord(term),
    })),
  );
}

/** Reads a text. Tokens that the index does not have are left out: no query is looked for by them. */
export function readingOf(names: readonly NameAt[], numbers: TermNumbers): Reading {
  const words = wordsOf(names);
  const tokens = names.flatMap(({ name, start }) =>
    name.tokens.map((token) => moved(token, start)),
  );
  const known = [...tokens, ...pairsOf(words)].filter(
    ({ term }) => numbers.of(term) !== unknownTerm,
  );
  const telling = words.filter(({ term }) => !isStopWord(term));
  const content = telling.length > 0 ? telling : words;
  return {
    terms: Int32Array.from(known, ({ term }) => numbers.of(term)),
    starts: Int32Array.from(known, ({ start }) => start),
    ends: Int32Array.from(known, ({ end }) => end),
    pieces: Uint8Array.from(known, ({ isPart }) => Number(isPart)),
    contentStarts: Int32Array.from(content, ({ start }) => start),
    contentEnds: Int32Array.from(content, ({ end }) => end),
    letters: content.reduce((sum, { start, end }) => sum + end - start, 0),
    inOrder: orderedWords(names, numbers),
  };
}
