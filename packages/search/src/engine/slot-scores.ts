import { fields, type Corpus, type FieldName } from './corpus.ts';
import { PassageScorer } from './passages.ts';
import type { Alternative, Slot } from './slots.ts';
import type { Found, TextIndex } from './text-index.ts';

/** Weight of a match by field. A title is supported by its whole page already, so it has less than a phrase. */
export const fieldWeights: Readonly<Record<FieldName, number>> = {
  title: 6,
  keywords: 7,
  heading: 4,
  name: 9,
  text: 4.5,
  page: 1.8,
  path: 0.6,
};

/** Share that matches in further fields add, so that text on the page about a topic wins over text elsewhere. */
const secondField = 0.3;

const ownFields: ReadonlySet<FieldName> = new Set(['title', 'keywords', 'heading', 'name', 'text']);

/** How well entries match a slot; 0 for no match. */
export interface SlotScores {
  /** By number of the entry. */
  readonly all: Float32Array;
  /** Of sections and pages as a whole, by their numbers; 0 to 1. */
  readonly sections: Float32Array;
  readonly pages: Float32Array;
  /** Numbers of the entries whose own fields match, in ascending order. */
  readonly matches: readonly number[];
  /** Inverse document frequency of the slot. */
  readonly rarity: number;
}

/** Set by coordinate ascent, like the other weights of ranking; see the README. */
const bm25 = {
  section: { half: 6, length: 0.5 },
  page: { half: 25, length: 0.4 },
} as const;

/** Scores of the entries that contain a word, all in the same order. */
interface WordScores {
  readonly entries: readonly number[];
  readonly all: Float32Array;
  readonly own: Float32Array;
}

/** Scores entries for slots. Its tables have the length of the corpus, are allocated once, and are all 0 between calls. */
export class SlotScorer {
  readonly #best: Float32Array;
  readonly #sum: Float32Array;
  readonly #own: Float32Array;
  /** Number of words of an alternative that an entry contains, and the sum of their scores. */
  readonly #matchedWords: Uint32Array;
  readonly #total: Float64Array;
  readonly #ownTotal: Float64Array;
  readonly #sections: PassageScorer;
  readonly #pages: PassageScorer;

  constructor(
    private readonly index: TextIndex,
    private readonly corpus: Corpus,
  ) {
    const { size } = corpus;
    this.#best = new Float32Array(size);
    this.#sum = new Float32Array(size);
    this.#own = new Float32Array(size);
    this.#matchedWords = new Uint32Array(size);
    this.#total = new Float64Array(size);
    this.#ownTotal = new Float64Array(size);
    this.#sections = new PassageScorer(corpus, corpus.sections, bm25.section, fieldWeights);
    this.#pages = new PassageScorer(corpus, corpus.pages, bm25.page, fieldWeights);
  }

  scores(slot: Slot): SlotScores {
    const { size, recordOf, records } = this.corpus;
    const [all, own] = [new Float32Array(size), new Float32Array(size)];
    for (const alternative of slot.alternatives) this.#add({ all, own }, alternative, slot.isCode);
    const matches: number[] = [];
    const holders = new Set<number>();
    for (let entry = 0; entry < size; entry += 1) {
      if ((own[entry] ?? 0) === 0) continue;
      matches.push(entry);
      holders.add(recordOf[entry] ?? 0);
    }
    const rarity = Math.log(1 + records.length / (holders.size + 1));
    return {
      all,
      sections: this.#sections.scores(matches, own),
      pages: this.#pages.scores(matches, own),
      matches,
      rarity,
    };
  }

  #wordScores({ texts, fits }: Found): WordScores {
    const [best, sum, own] = [this.#best, this.#sum, this.#own];
    const entries: number[] = [];
    for (const field of fields) {
      const { starts, members } = this.corpus.holders(field);
      const weight = fieldWeights[field];
      const isOwn = ownFields.has(field);
      for (let found = 0; found < texts.length; found += 1) {
        const text = texts[found] ?? 0;
        const score = (fits[found] ?? 0) * weight;
        const end = starts[text + 1] ?? 0;
        for (let at = starts[text] ?? 0; at < end; at += 1) {
          const entry = members[at] ?? 0;
          const before = best[entry] ?? 0;
          if (before === 0) entries.push(entry);
          sum[entry] = (sum[entry] ?? 0) + score;
          if (score > before) best[entry] = score;
          if (isOwn && score > (own[entry] ?? 0)) own[entry] = score;
        }
      }
    }
    const all = Float32Array.from(entries, (entry) => {
      const score = best[entry] ?? 0;
      return score + secondField * ((sum[entry] ?? 0) - score);
    });
    const scores = { entries, all, own: Float32Array.from(entries, (entry) => own[entry] ?? 0) };
    for (const entry of entries) best[entry] = sum[entry] = own[entry] = 0;
    return scores;
  }

  /** Adds an alternative: the better score of each entry wins, and all words of the alternative must match. */
  #add(
    { all, own }: Readonly<Record<'all' | 'own', Float32Array>>,
    { words, weight, isParts = false }: Alternative,
    isCode: boolean,
  ): void {
    const [matched, total, ownTotal] = [this.#matchedWords, this.#total, this.#ownTotal];
    const touched: number[] = [];
    words.forEach((forms, word) => {
      const scores = this.#wordScores(this.index.lookUp(forms, isCode));
      const counted = isParts ? scores.own : scores.all;
      for (let at = 0; at < scores.entries.length; at += 1) {
        const entry = scores.entries[at] ?? 0;
        const score = counted[at] ?? 0;
        if (score === 0 || matched[entry] !== word) continue;
        if (word === 0) touched.push(entry);
        matched[entry] = word + 1;
        total[entry] = (total[entry] ?? 0) + score;
        ownTotal[entry] = (ownTotal[entry] ?? 0) + (scores.own[at] ?? 0);
      }
    });
    for (const entry of touched) {
      if (matched[entry] === words.length) {
        const score = (weight * (total[entry] ?? 0)) / words.length;
        if (score > (all[entry] ?? 0)) all[entry] = score;
        const ownScore = (weight * (ownTotal[entry] ?? 0)) / words.length;
        if (ownScore > (own[entry] ?? 0)) own[entry] = ownScore;
      }
      matched[entry] = total[entry] = ownTotal[entry] = 0;
    }
  }
}
