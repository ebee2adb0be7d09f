import { fields, type Corpus, type FieldName } from './corpus.ts';
import type { Alternative, Slot } from './slots.ts';
import type { Found, TextIndex } from './text-index.ts';

/** Weight of a match by field: title above heading above field name above text above context. */
export const fieldWeights: Readonly<Record<FieldName, number>> = {
  title: 8,
  keywords: 7,
  heading: 6,
  name: 6.5,
  text: 2.6,
  page: 1.8,
  path: 0.6,
};

/** Share that matches in further fields add, so that text on the page about a topic wins over text elsewhere. */
const secondField = 0.3;

const ownFields: ReadonlySet<FieldName> = new Set(['title', 'keywords', 'heading', 'name', 'text']);

/** How well each record matches a slot, by record number; 0 for no match. */
export interface SlotScores {
  readonly all: Float32Array;
  /** The same, for the record's own fields only. */
  readonly own: Float32Array;
  /** Inverse document frequency of the slot. */
  readonly rarity: number;
  /** Whether no record matches. */
  readonly isEmpty: boolean;
}

/** Scores of the records that contain a word, all in the same order. */
interface WordScores {
  readonly records: readonly number[];
  readonly all: Float32Array;
  readonly own: Float32Array;
}

/** Share of a text match that counts for the headlines of its page. */
const pageSupport = 0.25;

/** Scores records for slots. Its tables have the length of the corpus, are allocated once, and are all 0 between calls. */
export class SlotScorer {
  readonly #best: Float32Array;
  readonly #sum: Float32Array;
  readonly #own: Float32Array;
  /** Number of words of an alternative that a record contains, and the sum of their scores. */
  readonly #matchedWords: Uint32Array;
  readonly #total: Float64Array;
  readonly #ownTotal: Float64Array;
  readonly #headlines: readonly number[];

  constructor(
    private readonly index: TextIndex,
    private readonly corpus: Corpus,
  ) {
    const size = corpus.records.length;
    this.#best = new Float32Array(size);
    this.#sum = new Float32Array(size);
    this.#own = new Float32Array(size);
    this.#matchedWords = new Uint32Array(size);
    this.#total = new Float64Array(size);
    this.#ownTotal = new Float64Array(size);
    this.#headlines = [...corpus.records.keys()].filter((record) => corpus.isHeadline(record));
  }

  scores(slot: Slot): SlotScores {
    const size = this.corpus.records.length;
    const scores = { all: new Float32Array(size), own: new Float32Array(size) };
    for (const alternative of slot.alternatives) this.#add(scores, alternative, slot.isCode);
    this.#supportHeadlines(scores);
    let holders = 0;
    for (const score of scores.own) if (score > 0) holders += 1;
    return { ...scores, rarity: Math.log(1 + size / (holders + 1)), isEmpty: holders === 0 };
  }

  #wordScores({ texts, fits }: Found): WordScores {
    const [best, sum, own] = [this.#best, this.#sum, this.#own];
    const records: number[] = [];
    for (const field of fields) {
      const { starts, members } = this.corpus.holders(field);
      const weight = fieldWeights[field];
      const isOwn = ownFields.has(field);
      for (let found = 0; found < texts.length; found += 1) {
        const text = texts[found] ?? 0;
        const score = (fits[found] ?? 0) * weight;
        const end = starts[text + 1] ?? 0;
        for (let at = starts[text] ?? 0; at < end; at += 1) {
          const record = members[at] ?? 0;
          const before = best[record] ?? 0;
          if (before === 0) records.push(record);
          sum[record] = (sum[record] ?? 0) + score;
          if (score > before) best[record] = score;
          if (isOwn && score > (own[record] ?? 0)) own[record] = score;
        }
      }
    }
    const all = Float32Array.from(records, (record) => {
      const score = best[record] ?? 0;
      return score + secondField * ((sum[record] ?? 0) - score);
    });
    const scores = { records, all, own: Float32Array.from(records, (record) => own[record] ?? 0) };
    for (const record of records) best[record] = sum[record] = own[record] = 0;
    return scores;
  }

  /** Adds an alternative: the better score of each record wins, and all words of the alternative must match. */
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
      for (let at = 0; at < scores.records.length; at += 1) {
        const record = scores.records[at] ?? 0;
        const score = counted[at] ?? 0;
        if (score === 0 || matched[record] !== word) continue;
        if (word === 0) touched.push(record);
        matched[record] = word + 1;
        total[record] = (total[record] ?? 0) + score;
        ownTotal[record] = (ownTotal[record] ?? 0) + (scores.own[at] ?? 0);
      }
    });
    for (const record of touched) {
      if (matched[record] === words.length) {
        const score = (weight * (total[record] ?? 0)) / words.length;
        if (score > (all[record] ?? 0)) all[record] = score;
        const ownScore = (weight * (ownTotal[record] ?? 0)) / words.length;
        if (ownScore > (own[record] ?? 0)) own[record] = ownScore;
      }
      matched[record] = total[record] = ownTotal[record] = 0;
    }
  }

  /** Gives the headlines of a page a share of its text matches, so that a heading about a topic wins over a mention. */
  #supportHeadlines({ all, own }: Pick<SlotScores, 'all' | 'own'>): void {
    const { pages, pageCount } = this.corpus;
    const best = new Float32Array(pageCount);
    for (let record = 0; record < own.length; record += 1) {
      const page = pages[record] ?? 0;
      const score = Math.min(own[record] ?? 0, fieldWeights.text);
      if (score > (best[page] ?? 0)) best[page] = score;
    }
    for (const record of this.#headlines) {
      const support = pageSupport * (best[pages[record] ?? 0] ?? 0);
      if (support > (all[record] ?? 0)) all[record] = support;
    }
  }
}
