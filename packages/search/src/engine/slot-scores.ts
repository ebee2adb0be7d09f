import type { Corpus } from './corpus.ts';
import { fields, type FieldName } from './documents.ts';
import type { Alternative, Slot } from './slots.ts';
import type { Found, TextIndex } from './text-index.ts';

/** What a match in a field counts: title over heading over field name over text over what stands around. */
export const fieldWeights: Readonly<Record<FieldName, number>> = {
  title: 8,
  keywords: 7,
  heading: 6,
  name: 6.5,
  text: 2.6,
  page: 1.8,
  path: 0.6,
};

/** A match in a second field adds a little, so that text on the page about a thing wins over text elsewhere. */
const secondField = 0.3;

const ownFields: ReadonlySet<FieldName> = new Set(['title', 'keywords', 'heading', 'name', 'text']);

/** How well each record satisfies a slot, by its number; 0 is not at all. */
export interface SlotScores {
  readonly all: Float32Array;
  /** The same, from the record's own fields alone. */
  readonly own: Float32Array;
  /** Rarity of the slot: records that hold it are few, so it says much. */
  readonly rarity: number;
  /** No record holds it. */
  readonly isEmpty: boolean;
}

/** Scores of the records that hold a word, all in the same order. */
interface WordScores {
  readonly records: readonly number[];
  readonly all: Float32Array;
  readonly own: Float32Array;
}

/** What text anywhere on a page counts for the headlines of that page, against the text itself. */
const pageSupport = 0.25;

/** Scores records for slots. Its tables are as long as the corpus, made once, and all 0 between two questions. */
export class SlotScorer {
  readonly #best: Float32Array;
  readonly #sum: Float32Array;
  readonly #own: Float32Array;
  /** Words of an alternative that a record holds, and their scores together. */
  readonly #held: Uint32Array;
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
    this.#held = new Uint32Array(size);
    this.#total = new Float64Array(size);
    this.#ownTotal = new Float64Array(size);
    this.#headlines = [...corpus.records.keys()].filter((record) => corpus.isHeadline(record));
  }

  scores(slot: Slot): SlotScores {
    const size = this.corpus.records.length;
    const scores = { all: new Float32Array(size), own: new Float32Array(size) };
    for (const alternative of slot.alternatives) this.#take(scores, alternative, slot.isCode);
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

  /** Keeps the better score of each record; an alternative of several words needs all of them. */
  #take(
    { all, own }: Pick<SlotScores, 'all' | 'own'>,
    { words, weight, pieces = false }: Alternative,
    isCode: boolean,
  ): void {
    const [held, total, ownTotal] = [this.#held, this.#total, this.#ownTotal];
    const touched: number[] = [];
    words.forEach((forms, word) => {
      const scores = this.#wordScores(this.index.lookUp(forms, isCode));
      const counted = pieces ? scores.own : scores.all;
      for (let at = 0; at < scores.records.length; at += 1) {
        const record = scores.records[at] ?? 0;
        const score = counted[at] ?? 0;
        if (score === 0 || held[record] !== word) continue;
        if (word === 0) touched.push(record);
        held[record] = word + 1;
        total[record] = (total[record] ?? 0) + score;
        ownTotal[record] = (ownTotal[record] ?? 0) + (scores.own[at] ?? 0);
      }
    });
    for (const record of touched) {
      if (held[record] === words.length) {
        const score = (weight * (total[record] ?? 0)) / words.length;
        if (score > (all[record] ?? 0)) all[record] = score;
        const ownScore = (weight * (ownTotal[record] ?? 0)) / words.length;
        if (ownScore > (own[record] ?? 0)) own[record] = ownScore;
      }
      held[record] = total[record] = ownTotal[record] = 0;
    }
  }

  /** Lets the headlines of a page stand for what is said on it, so that a heading about a thing wins over a mention. */
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
