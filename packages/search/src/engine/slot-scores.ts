import { fields, type Corpus, type FieldName } from './corpus.ts';
import type { Alternative, Slot } from './slots.ts';
import type { Found, TextIndex } from './text-index.ts';

/** Weight of a match by field: title above heading above field name above text above context. */
export const fieldWeights: Readonly<Record<FieldName, number>> = {
  title: 8,
  keywords: 7,
  heading: 5,
  name: 9,
  text: 3.6,
  page: 1.8,
  path: 0.6,
};

/** Share that matches in further fields add, so that text on the page about a topic wins over text elsewhere. */
const secondField = 0.3;

const ownFields: ReadonlySet<FieldName> = new Set(['title', 'keywords', 'heading', 'name', 'text']);

/** How well each entry matches a slot, by number of the entry; 0 for no match. */
export interface SlotScores {
  readonly all: Float32Array;
  /** The same, for the entry's own fields only. */
  readonly own: Float32Array;
  /** Numbers of the entries whose own fields match, in ascending order. */
  readonly matches: readonly number[];
  /** Inverse document frequency of the slot. */
  readonly rarity: number;
}

/** Share of a text match that counts for the headlines of its page. */
const pageSupport = 0.18;

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
  readonly #headlines: readonly number[];

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
    this.#headlines = [...corpus.recordOf.keys()].filter((entry) => corpus.isHeadline(entry));
  }

  scores(slot: Slot): SlotScores {
    const { size, recordOf, records } = this.corpus;
    const scores = { all: new Float32Array(size), own: new Float32Array(size) };
    for (const alternative of slot.alternatives) this.#add(scores, alternative, slot.isCode);
    this.#supportHeadlines(scores);
    const matches: number[] = [];
    const holders = new Set<number>();
    for (let entry = 0; entry < size; entry += 1) {
      if ((scores.own[entry] ?? 0) === 0) continue;
      matches.push(entry);
      holders.add(recordOf[entry] ?? 0);
    }
    const rarity = Math.log(1 + records.length / (holders.size + 1));
    return { ...scores, matches, rarity };
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
    { all, own }: Pick<SlotScores, 'all' | 'own'>,
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

  /** Gives the headlines of a page a share of its text matches, so that a heading about a topic wins over a mention. */
  #supportHeadlines({ all, own }: Pick<SlotScores, 'all' | 'own'>): void {
    const { pages, pageCount } = this.corpus;
    const best = new Float32Array(pageCount);
    for (let entry = 0; entry < own.length; entry += 1) {
      const page = pages[entry] ?? 0;
      const score = Math.min(own[entry] ?? 0, fieldWeights.text);
      if (score > (best[page] ?? 0)) best[page] = score;
    }
    for (const entry of this.#headlines) {
      const support = pageSupport * (best[pages[entry] ?? 0] ?? 0);
      if (support > (all[entry] ?? 0)) all[entry] = support;
    }
  }
}
