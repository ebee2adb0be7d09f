import { pairsOf, type NameAt, type Tokenizer } from '../analysis/tokenizer.ts';
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

/** Returns the terms of a text with their kinds. */
function kindsIn(names: readonly NameAt[], isHeadline: boolean): Map<string, number> {
  const found = new Map<string, number>();
  const add = (term: string, kind: number) => found.set(term, (found.get(term) ?? 0) | kind);
  for (const { name } of names) {
    for (const { term, isPart } of name.tokens) add(term, isPart ? kinds.part : kinds.whole);
  }
  // Only for headlines: text has too many.
  if (isHeadline) {
    for (const { term } of pairsOf(names.flatMap(({ name }) => name.words))) add(term, kinds.pair);
  }
  return found;
}

/** An inverted index: which texts contain which terms. */
export class TextIndex {
  readonly numbers = new TermNumbers();
  readonly vocabulary: Vocabulary;
  /** Indexes of `#texts` and `#kinds` by term. */
  readonly #postings: Groups;
  readonly #texts: readonly number[];
  readonly #kinds: readonly number[];
  /** Best match of each text so far; all 0 between lookups. */
  readonly #best: Float32Array;

  /** `headlines` are the numbers of the texts that are titles or headings. */
  constructor(texts: readonly string[], headlines: ReadonlySet<number>, tokenizer: Tokenizer) {
    const words = new Set<string>();
    const pairs = new Set<string>();
    const terms: number[] = [];
    const holders: number[] = [];
    const bits: number[] = [];
    texts.forEach((text, number) => {
      for (const [term, kind] of kindsIn(tokenizer.tokenize(text), headlines.has(number))) {
        (kind === kinds.pair ? pairs : words).add(term);
        terms.push(this.numbers.add(term));
        holders.push(number);
        bits.push(kind);
      }
    });
    this.#postings = groupIndexes(terms, this.numbers.terms.length);
    this.#texts = holders;
    this.#kinds = bits;
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
    const fits = Float32Array.from(texts, (text) => best[text] ?? 0);
    for (const text of texts) best[text] = 0;
    return { texts, fits };
  }
}
