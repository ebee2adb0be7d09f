import { fields, type Corpus, type FieldName, type Passages } from './corpus.ts';
import type { Alternative, Slot } from './slots.ts';
import type { Found, TextIndex } from './text-index.ts';

/** Parameters of BM25 (Robertson and Zaragoza, The Probabilistic Relevance Framework, 2009). */
interface Bm25 {
  /** Sum of the matches that gives half the score, in a passage of mean length. */
  readonly half: number;
  /** Share of the length that counts: 0 ignores it. */
  readonly length: number;
}

/** Returns the length of each passage relative to the mean: its characters, weighted by field. */
function relativeLengths(
  corpus: Corpus,
  { of, count }: Passages,
  weights: Readonly<Partial<Record<FieldName, number>>>,
): Float64Array {
  const lengths = new Float64Array(count);
  let total = 0;
  for (let entry = 0; entry < corpus.size; entry += 1) {
    // An entry of a phrase repeats the title or heading of its record.
    const counted = corpus.isPhrase(entry) ? (['keywords'] as const) : passageFields;
    for (const field of counted) {
      const length = corpus.text(entry, field).length * (weights[field] ?? 0);
      const passage = of[entry] ?? 0;
      lengths[passage] = (lengths[passage] ?? 0) + length;
      total += length;
    }
  }
  return lengths.map((length) => (length * count) / total);
}

const passageFields = ['title', 'heading', 'name', 'text'] as const;

/**
 * Scores passages, sections or pages, as a whole: the words of a question are often in several texts of the section that is
 * about it.
 */
class PassageScorer {
  /** Sum of the matches that gives half the score, by passage. */
  readonly #halves: Float64Array;

  /** @param weights weight of each field of a record */
  constructor(
    private readonly corpus: Corpus,
    private readonly passages: Passages,
    { half, length }: Bm25,
    weights: Readonly<Partial<Record<FieldName, number>>>,
  ) {
    this.#halves = relativeLengths(corpus, passages, weights).map(
      (relative) => half * (1 - length + length * relative),
    );
  }

  /**
   * Returns the BM25 score of each passage for a slot, 0 to 1, before its inverse document frequency.
   * @param matches entries that match; `own` has their scores
   */
  scores(matches: readonly number[], own: Float32Array): Float32Array {
    const { recordOf } = this.corpus;
    const scores = new Float32Array(this.passages.count);
    for (const entry of matches) {
      const score = own[entry] ?? 0;
      // A phrase counts only if it matches better than the headline that it repeats.
      if (this.corpus.isPhrase(entry) && score <= (own[recordOf[entry] ?? 0] ?? 0)) continue;
      const passage = this.passages.of[entry] ?? 0;
      scores[passage] = (scores[passage] ?? 0) + score;
    }
    for (let passage = 0; passage < scores.length; passage += 1) {
      const sum = scores[passage] ?? 0;
      if (sum > 0) scores[passage] = sum / (sum + (this.#halves[passage] ?? 0));
    }
    return scores;
  }
}

/** Weight of a match by field. A title is supported by its whole page already, so it has less than a phrase. */
const fieldWeights: Readonly<Record<FieldName, number>> = {
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

/** The weight of each field, and whether it is a record's own, by index in `fields`. */
const weightAt = Float64Array.from(fields, (field) => fieldWeights[field]);
const isOwnAt = Uint8Array.from(fields, (field) => Number(ownFields.has(field)));

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
  /** Scores of the own fields for the slot. */
  readonly #slotOwn: Float32Array;
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
    this.#slotOwn = new Float32Array(size);
    this.#matchedWords = new Uint32Array(size);
    this.#total = new Float64Array(size);
    this.#ownTotal = new Float64Array(size);
    this.#sections = new PassageScorer(corpus, corpus.sections, bm25.section, fieldWeights);
    this.#pages = new PassageScorer(corpus, corpus.pages, bm25.page, fieldWeights);
  }

  scores(slot: Slot): SlotScores {
    const { size, records } = this.corpus;
    const all = new Float32Array(size);
    const own = this.#slotOwn;
    for (const alternative of slot.alternatives) this.#add({ all, own }, alternative, slot.isCode);
    const matches: number[] = [];
    for (let entry = 0; entry < size; entry += 1) if ((own[entry] ?? 0) > 0) matches.push(entry);
    const rarity = Math.log(1 + records.length / (this.corpus.countRecords(matches) + 1));
    const sections = this.#sections.scores(matches, own);
    const pages = this.#pages.scores(matches, own);
    own.fill(0);
    return { all, sections, pages, matches, rarity };
  }

  #wordScores({ texts, fits }: Found): WordScores {
    const [best, sum, own] = [this.#best, this.#sum, this.#own];
    const entries: number[] = [];
    const { starts, members } = this.corpus.uses;
    // Sums are rounded, so the order of the fields is part of the result.
    for (let field = 0; field < fields.length; field += 1) {
      const weight = weightAt[field] ?? 0;
      const isOwn = isOwnAt[field] === 1;
      for (let found = 0; found < texts.length; found += 1) {
        const use = (texts[found] ?? 0) * fields.length + field;
        const end = starts[use + 1] ?? 0;
        let at = starts[use] ?? 0;
        if (at === end) continue;
        const score = (fits[found] ?? 0) * weight;
        for (; at < end; at += 1) {
          const entry = members[at] ?? 0;
          const before = best[entry] ?? 0;
          if (before === 0) entries.push(entry);
          sum[entry] = (sum[entry] ?? 0) + score;
          if (score > before) best[entry] = score;
          if (isOwn && score > (own[entry] ?? 0)) own[entry] = score;
        }
      }
    }
    const scores = {
      entries,
      all: new Float32Array(entries.length),
      own: new Float32Array(entries.length),
    };
    for (let at = 0; at < entries.length; at += 1) {
      const entry = entries[at] ?? 0;
      const score = best[entry] ?? 0;
      scores.all[at] = score + secondField * ((sum[entry] ?? 0) - score);
      scores.own[at] = own[entry] ?? 0;
      best[entry] = sum[entry] = own[entry] = 0;
    }
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
