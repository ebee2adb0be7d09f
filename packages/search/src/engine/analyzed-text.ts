import { isStopWord } from '../analysis/stop-words.ts';
import {
  fold,
  pairsOf,
  type NameAt,
  type Token,
  type Tokenizer,
  type Word,
} from '../analysis/tokenizer.ts';
import type { Range } from '../types.ts';
import { unknownTerm, type TermNumbers } from './collections.ts';
import type { ParsedQuery } from './query.ts';
import { partWeight } from './text-index.ts';

/** A text in the form that queries are compared with: tokens by term number. */
export interface AnalyzedText {
  /** Terms of the tokens: words, parts of words, names and adjacent words. Parallel to the arrays below. */
  readonly terms: Int32Array;
  readonly starts: Int32Array;
  readonly ends: Int32Array;
  /** 1 for a token that is a part of a name. */
  readonly parts: Uint8Array;
  /** Offsets of words that are not stop words, or of all words where all are. */
  readonly contentStarts: Int32Array;
  readonly contentEnds: Int32Array;
  /** Total length of those words. */
  readonly letters: number;
  /** Words at the start of the text, in order. */
  readonly inOrder: readonly OrderedWord[];
}

interface OrderedWord {
  /** Number of the word, then those of its parts. */
  readonly terms: readonly number[];
  readonly isStop: boolean;
}

/** Number of names whose order is compared; the important ones come early. */
const maxOrdered = 150;

/** Returns the words of a text, with offsets in it. A literal is several times as fast as a spread. */
function wordsOf(names: readonly NameAt[]): Word[] {
  return names.flatMap(({ name, start: by }) =>
    name.words.map(({ term, start, end, isPart, parts }) => {
      return { term, start: start + by, end: end + by, isPart, parts };
    }),
  );
}

function orderedWords(names: readonly NameAt[], numbers: TermNumbers): OrderedWord[] {
  return names.slice(0, maxOrdered).flatMap(({ name }) =>
    name.words.map(({ term, parts }) => ({
      terms: [term, ...parts.map((part) => part.term)].map((each) => numbers.of(each)),
      isStop: isStopWord(term),
    })),
  );
}

/** Analyzes a text, without tokens that the index does not have. */
function analyze(names: readonly NameAt[], numbers: TermNumbers): AnalyzedText {
  const words = wordsOf(names);
  const [terms, starts, ends, parts]: [number[], number[], number[], number[]] = [[], [], [], []];
  const add = ({ term, start, end, isPart }: Token, by: number): void => {
    const number = numbers.of(term);
    if (number === unknownTerm) return;
    terms.push(number);
    starts.push(start + by);
    ends.push(end + by);
    parts.push(Number(isPart));
  };
  for (const { name, start } of names) for (const token of name.tokens) add(token, start);
  for (const pair of pairsOf(words)) add(pair, 0);
  const significant = words.filter(({ term }) => !isStopWord(term));
  const content = significant.length > 0 ? significant : words;
  return {
    terms: new Int32Array(terms),
    starts: new Int32Array(starts),
    ends: new Int32Array(ends),
    parts: new Uint8Array(parts),
    contentStarts: Int32Array.from(content, ({ start }) => start),
    contentEnds: Int32Array.from(content, ({ end }) => end),
    letters: content.reduce((sum, { start, end }) => sum + end - start, 0),
    inOrder: orderedWords(names, numbers),
  };
}

/** Limits the cache. Records have fewer texts; other texts must not exhaust memory. */
const maxCached = 20_000;
/** Longest cached text, in characters. */
const maxLength = 5000;

/** Analyzes texts on first use and caches the result, because the same texts are hits of many queries. */
export class TextAnalyzer {
  readonly #cache = new Map<string, AnalyzedText>();

  constructor(
    private readonly tokenizer: Tokenizer,
    private readonly numbers: TermNumbers,
  ) {}

  analyze(text: string): AnalyzedText {
    const known = this.#cache.get(text);
    if (known) return known;
    const analyzed = analyze(this.tokenizer.tokenize(text), this.numbers);
    if (this.#cache.size < maxCached && text.length <= maxLength) this.#cache.set(text, analyzed);
    return analyzed;
  }
}

/** Returns how many characters of a range the longest matched token covers; matches of one word overlap. */
function coverage(
  from: number,
  to: number,
  analyzed: AnalyzedText,
  matched: readonly number[],
): number {
  let most = 0;
  for (const token of matched) {
    const start = analyzed.starts[token] ?? 0;
    const end = analyzed.ends[token] ?? 0;
    most = Math.max(most, Math.min(end, to) - Math.max(start, from));
  }
  return most;
}

/** Returns how well the best of the matched tokens fits a slot. */
function bestFit(
  { terms, parts }: AnalyzedText,
  fits: Float32Array,
  matched: readonly number[],
): number {
  let most = 0;
  for (const token of matched) {
    const fit = (fits[terms[token] ?? 0] ?? 0) * (parts[token] ? partWeight : 1);
    if (fit > most) most = fit;
  }
  return most;
}

/** Whether one of the terms of a word matches a slot. */
function matchesSlot(terms: readonly number[], best: Float32Array, fits: Float32Array): boolean {
  for (const term of terms) if ((best[term] ?? 0) > 0 && (fits[term] ?? 0) > 0) return true;
  return false;
}

/** How well each term matches, by number of the term. */
export interface TermFits {
  /** By slot. */
  readonly slots: readonly Float32Array[];
  /** The slot that it fits best, so that most terms need one comparison only. */
  readonly best: Float32Array;
}

/** Returns the best fit of each term over all slots. */
export function bestFits(slots: readonly Float32Array[]): Float32Array {
  const [first, ...others] = slots;
  const best = first?.slice() ?? new Float32Array();
  for (const slot of others) {
    for (let term = 0; term < slot.length; term += 1) {
      const fit = slot[term] ?? 0;
      if (fit > (best[term] ?? 0)) best[term] = fit;
    }
  }
  return best;
}

/**
 * Returns the similarity of a headline and a query, 0 to 1: the share of the query's slots in the headline, times the square
 * of the share of its letters that match.
 */
export function similarity(analyzed: AnalyzedText, { slots, best }: TermFits): number {
  const matched: number[] = [];
  for (let token = 0; token < analyzed.terms.length; token += 1) {
    if ((best[analyzed.terms[token] ?? 0] ?? 0) > 0) matched.push(token);
  }
  if (matched.length === 0) return 0;
  const matchedSlots =
    slots.reduce((sum, slot) => sum + bestFit(analyzed, slot, matched), 0) / slots.length;
  const { contentStarts, contentEnds, letters } = analyzed;
  let covered = 0;
  for (let word = 0; word < contentStarts.length; word += 1) {
    covered += coverage(contentStarts[word] ?? 0, contentEnds[word] ?? 0, analyzed, matched);
  }
  return matchedSlots * (covered / letters) ** 2;
}

/** Whether a text has a term for every slot that fits at least as well as the slot's minimum. */
export function hasEverySlot(
  { terms }: AnalyzedText,
  { slots }: TermFits,
  mins: readonly number[],
): boolean {
  return slots.every((slot, index) => {
    const min = mins[index] ?? 1;
    return terms.some((term) => (slot[term] ?? 0) >= min);
  });
}

/**
 * Returns the share of adjacent slots of the query that are also adjacent in texts, read one after the other, in the same
 * order: 1 for the whole phrase. Stop words in between are ignored. A single slot has no order.
 */
export function wordOrder(texts: readonly AnalyzedText[], { slots, best }: TermFits): number {
  if (slots.length < 2) return 0;
  const isAdjacent = new Array<boolean>(slots.length).fill(false);
  /** Whether the word before matches each slot. */
  let before = new Array<boolean>(slots.length).fill(false);
  let after = new Array<boolean>(slots.length).fill(false);
  for (const { inOrder } of texts) {
    for (const { terms, isStop } of inOrder) {
      if (isStop && (best[terms[0] ?? 0] ?? 0) === 0) continue;
      for (let slot = 0; slot < slots.length; slot += 1) {
        const fits = slots[slot];
        const matches = fits !== undefined && matchesSlot(terms, best, fits);
        after[slot] = matches;
        if (matches && before[slot - 1] === true) isAdjacent[slot] = true;
      }
      [before, after] = [after, before];
    }
  }
  return isAdjacent.filter(Boolean).length / (slots.length - 1);
}

/** Sorts ranges and merges those that overlap. */
export function mergeRanges(ranges: readonly Range[]): Range[] {
  const result: { start: number; end: number }[] = [];
  for (const { start, end } of [...ranges].sort((a, b) => a.start - b.start)) {
    const last = result.at(-1);
    if (last && start < last.end) last.end = Math.max(last.end, end);
    else result.push({ start, end });
  }
  return result;
}

interface MatcherOptions {
  readonly query: ParsedQuery;
  /** 1 for each term that matches, by its number; including parts of names, which are highlighted too. */
  readonly matched: Uint8Array;
  /** Terms by number. */
  readonly terms: readonly string[];
  readonly analyzer: TextAnalyzer;
}

/** Creates a function that finds the words of a query in a text, in all their forms. */
export function createMatcher({
  query,
  matched,
  terms,
  analyzer,
}: MatcherOptions): (text: string) => Range[] {
  const typed = query.names.find(({ last }) => last)?.whole;
  /** Highlights only the typed prefix of a completed word. */
  const endOf = (text: string, term: string, { start, end }: Range): number => {
    if (typed === undefined || term === typed || !term.startsWith(typed)) return end;
    const begun = start + typed.length;
    return fold(text.slice(start, begun)) === typed ? begun : end;
  };
  const rangesIn = (text: string): Range[] => {
    const analyzed = analyzer.analyze(text);
    const ranges: Range[] = [];
    for (let token = 0; token < analyzed.terms.length; token += 1) {
      const number = analyzed.terms[token] ?? 0;
      if (!matched[number]) continue;
      const range = { start: analyzed.starts[token] ?? 0, end: analyzed.ends[token] ?? 0 };
      ranges.push({ start: range.start, end: endOf(text, terms[number] ?? '', range) });
    }
    return mergeRanges(ranges);
  };
  // Hits of one page share its title and headings.
  const cache = new Map<string, Range[]>();
  return (text) => {
    const ranges = cache.get(text) ?? rangesIn(text);
    cache.set(text, ranges);
    return ranges;
  };
}
