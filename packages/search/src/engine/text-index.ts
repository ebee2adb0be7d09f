import { pairsOf, type Name, type Tokenizer } from '../analysis/tokenizer.ts';
import { groupIndexes, TermNumbers, type Groups } from './collections.ts';
import { Vocabulary, type Forms } from './vocabulary.ts';

/** How a text contains a term, as bits: as a word, as a part of a name, as two adjacent words. */
const kinds = { whole: 1, part: 2, pair: 4 } as const;

/** Weight of a term that is only a part of a name: `node` is less relevant in `node_desc` than as a word. */
export const partWeight = 0.7;

/** Weight of two adjacent words for a query in code style: `nodeId` rarely means "node id". */
const codePairWeight = 0.5;

/** Returns the weight of a term by its kinds: that of the best kind. */
function sharesOf(pair: number): Float64Array {
  return Float64Array.from({ length: 8 }, (_, bits) =>
    Math.max(
      bits & kinds.whole ? 1 : 0,
      bits & kinds.part ? partWeight : 0,
      bits & kinds.pair ? pair : 0,
    ),
  );
}
const shares = { plain: sharesOf(1), code: sharesOf(codePairWeight) };

/** Matching texts by number, and how well each matches, in the same order. */
export interface Found {
  readonly texts: readonly number[];
  readonly fits: Float32Array;
}

/** A list of numbers that grows. Plain arrays of this length take several times as long to fill. */
class NumberList {
  length = 0;
  #numbers = new Int32Array(1 << 16);

  push(number: number): void {
    if (this.length === this.#numbers.length) {
      const larger = new Int32Array(2 * this.length);
      larger.set(this.#numbers);
      this.#numbers = larger;
    }
    this.#numbers[this.length] = number;
    this.length += 1;
  }

  at(index: number): number {
    return this.#numbers[index] ?? 0;
  }

  set(index: number, number: number): void {
    this.#numbers[index] = number;
  }

  toArray(): Int32Array {
    return this.#numbers.slice(0, this.length);
  }
}

/** Which terms are in which texts, and how: three parallel lists, in the order of the texts. */
class Postings {
  readonly terms = new NumberList();
  readonly texts = new NumberList();
  readonly kinds = new NumberList();
  /** Index of the last posting of each term. */
  readonly #last: number[] = [];
  readonly #numbersOf = new Map<Name, readonly number[]>();

  constructor(private readonly numbers: TermNumbers) {}

  /** Adds the terms of a name in a text. Texts must come in ascending order. */
  addName(name: Name, text: number): void {
    let numbers = this.#numbersOf.get(name);
    if (!numbers) {
      numbers = name.tokens.map(({ term }) => this.numbers.add(term));
      this.#numbersOf.set(name, numbers);
    }
    for (let token = 0; token < numbers.length; token += 1) {
      const kind = name.tokens[token]?.isPart ? kinds.part : kinds.whole;
      this.#add(numbers[token] ?? 0, text, kind);
    }
  }

  /** Adds two adjacent words as one term. */
  addPair(term: string, text: number): void {
    this.#add(this.numbers.add(term), text, kinds.pair);
  }

  #add(term: number, text: number, kind: number): void {
    const last = this.#last[term];
    if (last !== undefined && this.texts.at(last) === text) {
      this.kinds.set(last, this.kinds.at(last) | kind);
      return;
    }
    this.#last[term] = this.terms.length;
    this.terms.push(term);
    this.texts.push(text);
    this.kinds.push(kind);
  }
}

/** An inverted index: which texts contain which terms. */
export class TextIndex {
  readonly numbers = new TermNumbers();
  readonly vocabulary: Vocabulary;
  /** Indexes of `#texts` and `#kinds` by term. */
  readonly #postings: Groups;
  readonly #texts: Int32Array;
  readonly #kinds: Int32Array;
  /** Best match of each text so far; all 0 between lookups. */
  readonly #best: Float32Array;

  /** `headlines` are the numbers of the texts that are titles or headings. */
  constructor(texts: readonly string[], headlines: ReadonlySet<number>, tokenizer: Tokenizer) {
    const postings = new Postings(this.numbers);
    texts.forEach((text, number) => {
      const names = tokenizer.tokenize(text);
      for (const { name } of names) postings.addName(name, number);
      // Only for headlines: text has too many.
      if (headlines.has(number)) {
        for (const { term } of pairsOf(names.flatMap(({ name }) => name.words)))
          postings.addPair(term, number);
      }
    });
    const terms = postings.terms.toArray();
    this.#postings = groupIndexes(terms, this.numbers.terms.length);
    this.#texts = postings.texts.toArray();
    this.#kinds = postings.kinds.toArray();
    const words = new Set<string>();
    const pairs = new Set<string>();
    for (let posting = 0; posting < terms.length; posting += 1) {
      const isPair = this.#kinds[posting] === kinds.pair;
      (isPair ? pairs : words).add(this.numbers.terms[terms[posting] ?? 0] ?? '');
    }
    this.#best = new Float32Array(texts.length);
    this.vocabulary = new Vocabulary(words, pairs);
  }

  /** Returns the texts that contain one of `forms`, with the weight of the best. `isCode`: the query is in code style. */
  lookUp(forms: Forms, isCode = false): Found {
    const best = this.#best;
    const share = isCode ? shares.code : shares.plain;
    const texts: number[] = [];
    for (const [term, weight] of forms) {
      const number = this.numbers.of(term);
      const end = this.#postings.starts[number + 1] ?? 0;
      for (let at = this.#postings.starts[number] ?? 0; at < end; at += 1) {
        const posting = this.#postings.members[at] ?? 0;
        const text = this.#texts[posting] ?? 0;
        const fit = weight * (share[this.#kinds[posting] ?? 0] ?? 0);
        const before = best[text] ?? 0;
        if (before === 0) texts.push(text);
        if (fit > before) best[text] = fit;
      }
    }
    const fits = new Float32Array(texts.length);
    for (let found = 0; found < texts.length; found += 1) {
      const text = texts[found] ?? 0;
      fits[found] = best[text] ?? 0;
      best[text] = 0;
    }
    return { texts, fits };
  }
}
