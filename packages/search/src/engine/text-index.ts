import { pairsOf } from '../analysis/tokenizer.ts';
import type { Tokenizer, NameAt } from '../analysis/tokenizer.ts';
import { groupPlaces, type Groups } from './groups.ts';
import { TermNumbers } from './term-numbers.ts';
import { Vocabulary, type Forms } from './vocabulary.ts';

/** How a text holds a term, as bits: by itself, as a isPart of a name, as two neighbouring words. */
const kinds = { whole: 1, isPart: 2, pair: 4 } as const;

/** What a term counts where it is only a isPart of a name: `node` says less about `node_desc` than about a node. */
export const pieceWeight = 0.7;

/** What two words count for one that is typed as names in programs are: `nodeId` hardly means "node id". */
const codePairWeight = 0.5;

/** What a term counts by the bits of its kinds: as much as the best of them. */
function sharesOf(pair: number): Float64Array {
  return Float64Array.from({ length: 8 }, (_, bits) =>
    Math.max(
      bits & kinds.whole ? 1 : 0,
      bits & kinds.isPart ? pieceWeight : 0,
      bits & kinds.pair ? pair : 0,
    ),
  );
}
const shares = { plain: sharesOf(1), code: sharesOf(codePairWeight) };

/** Texts by number and how well each fits, both in the same order; texts that do not fit are left out. */
export interface Found {
  readonly texts: readonly number[];
  readonly fits: Float32Array;
}

/** Terms of one text with the bits of their kinds. */
function kindsIn(names: readonly NameAt[], isHeadline: boolean): Map<string, number> {
  const found = new Map<string, number>();
  const add = (term: string, kind: number) => found.set(term, (found.get(term) ?? 0) | kind);
  for (const { name } of names) {
    for (const { term, isPart } of name.tokens) add(term, isPart ? kinds.isPart : kinds.whole);
  }
  // Of headlines alone, since text has too many.
  if (isHeadline) {
    for (const { term } of pairsOf(names.flatMap(({ name }) => name.words))) add(term, kinds.pair);
  }
  return found;
}

/** Which texts hold which terms. */
export class TextIndex {
  readonly numbers = new TermNumbers();
  readonly vocabulary: Vocabulary;
  /** Places of `#texts` and `#kinds` by term. */
  readonly #postings: Groups;
  readonly #texts: readonly number[];
  readonly #kinds: readonly number[];
  /** Best fit of each text so far; all 0 between two questions. */
  readonly #best: Float32Array;

  /** `headlines` are the numbers of the texts that are titles or headings. */
  constructor(texts: readonly string[], headlines: ReadonlySet<number>, reader: Tokenizer) {
    const words = new Set<string>();
    const pairs = new Set<string>();
    const terms: number[] = [];
    const holders: number[] = [];
    const bits: number[] = [];
    texts.forEach((text, number) => {
      for (const [term, kind] of kindsIn(reader.tokenize(text), headlines.has(number))) {
        (kind === kinds.pair ? pairs : words).add(term);
        terms.push(this.numbers.add(term));
        holders.push(number);
        bits.push(kind);
      }
    });
    this.#postings = groupPlaces(terms, this.numbers.terms.length);
    this.#texts = holders;
    this.#kinds = bits;
    this.#best = new Float32Array(texts.length);
    this.vocabulary = new Vocabulary(words, pairs);
  }

  /** The texts that hold one of `forms`, by the weight of the best. `isCode`: typed as names are. */
  lookUp(forms: Forms, isCode = false): Found {
    const best = this.#best;
    const share = isCode ? shares.code : shares.plain;
    const texts: number[] = [];
    for (const [term, weight] of forms) {
      const number = this.numbers.of(term);
      const end = this.#postings.starts[number + 1] ?? 0;
      for (let at = this.#postings.starts[number] ?? 0; at < end; at += 1) {
        const place = this.#postings.members[at] ?? 0;
        const text = this.#texts[place] ?? 0;
        const fit = weight * (share[this.#kinds[place] ?? 0] ?? 0);
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
