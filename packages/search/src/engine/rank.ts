import { fold } from '../analysis/tokenizer.ts';
import { similarity, wordOrder, type TextAnalyzer } from './analyzed-text.ts';
import type { Candidates } from './candidates.ts';
import { PriorityQueue } from './collections.ts';
import type { Corpus } from './corpus.ts';
import type { QuerySlots } from './slots.ts';

/** Bonuses, as shares of the score. */
export const bonuses = {
  headline: 1.5,
  phrase: 1.7,
  text: 0.65,
  order: 0.4,
  beginning: 0.4,
  rank: 0.25,
} as const;
/** Factor for a field row when the query is in plain words, so that guides come first. */
const plainField = 0.6;
/** Penalty for a heading that other records have too, on a logarithmic scale. */
const commonHeading = 0.25;
/** Longest text that is compared with the query as a whole, in characters. */
const shortText = 200;
/** Factor for each further hit of the same page, and its minimum. */
const repeat = { factor: 0.85, min: 0.3 } as const;
/** Number of candidates whose word order is compared. */
const maxReordered = 150;
/** Text length at which a hit has half the score of a short one, in characters. */
const longText = 20_000;
/** Penalty for each record above a hit on its page, and their maximum number. */
const position = { penalty: 0.001, max: 40 } as const;

/** The parts of a query that ranking uses. */
export interface RankQuery {
  /** As typed. */
  readonly typed: string;
  readonly slots: QuerySlots;
  /** Whether no word is in code style. */
  readonly isPlain: boolean;
}

/** Factors of a record that do not depend on the query. */
interface StaticFactors {
  readonly rank: number;
  readonly length: number;
  readonly common: number;
}

/** Orders candidates by relevance. */
export class Ranker {
  /** Number of the headline text of each entry: its title, heading or field name. */
  readonly #headlines: Int32Array;
  readonly #static: readonly StaticFactors[];
  readonly #folded = new Map<number, string>();

  constructor(
    private readonly corpus: Corpus,
    private readonly analyzer: TextAnalyzer,
  ) {
    const number = (record: number, field: 'title' | 'heading' | 'name') =>
      corpus.textNumber(record, field);
    this.#headlines = corpus.recordOf.map(
      (record) => number(record, 'title') || number(record, 'heading') || number(record, 'name'),
    );
    this.#static = corpus.records.map(({ weight }, record) => ({
      rank:
        (1 + bonuses.rank * weight.page_rank) /
        (1 + position.penalty * Math.min(weight.position, position.max)),
      length: 1 + corpus.text(record, 'text').length / longText,
      common: 1 + commonHeading * Math.log(Math.max(1, corpus.sameHeadings(record))),
    }));
  }

  /** Returns the first `count` records with their scores. */
  first(count: number, { entries, scores }: Candidates, query: RankQuery): Ranked[] {
    const factor = this.#factors(query);
    for (const entry of entries) scores[entry] = (scores[entry] ?? 0) * factor(entry);
    const queue = new PriorityQueue(entries, this.#before(scores));
    this.#compareOrder(queue, scores, query);
    return this.#spread(queue, scores, count);
  }

  #before(scores: Float64Array): (a: number, b: number) => boolean {
    const { records, recordOf } = this.corpus;
    return (a, b) => {
      const [first = 0, second = 0] = [scores[a], scores[b]];
      if (first !== second) return first > second;
      const { level = 0, position = 0 } = records[recordOf[a] ?? 0]?.weight ?? {};
      const other = records[recordOf[b] ?? 0]?.weight;
      return ((other?.level ?? 0) - level || position - (other?.position ?? 0) || a - b) < 0;
    };
  }

  /** Returns the factor of an entry for its similarity with the query as a whole. */
  #factors({ typed, slots, isPlain }: RankQuery): (entry: number) => number {
    const begun = fold(typed).trim();
    const known = new Float64Array(this.corpus.texts.length).fill(-1);
    const similarityOf = (text: number): number => {
      const before = known[text] ?? -1;
      if (before >= 0) return before;
      return (known[text] = similarity(
        this.analyzer.analyze(this.corpus.texts[text] ?? ''),
        slots,
      ));
    };
    return (entry) => {
      const record = this.corpus.recordOf[entry] ?? 0;
      const headline = this.#headlines[entry] ?? 0;
      const text = this.corpus.textNumber(record, 'text');
      const short = (this.corpus.texts[text] ?? '').length <= shortText;
      const similar =
        headline === 0
          ? bonuses.text * (short ? similarityOf(text) : 0)
          : bonuses.headline * similarityOf(headline) +
            (this.#foldedText(headline).startsWith(begun) ? bonuses.beginning : 0);
      const phrase = this.corpus.textNumber(entry, 'keywords');
      const similarPhrase = phrase === 0 ? 0 : similarityOf(phrase);
      const isField = isPlain && this.corpus.textNumber(record, 'name') > 0;
      const { rank = 1, length = 1, common = 1 } = this.#static[record] ?? {};
      // A title counts once, whether a phrase repeats it or not.
      const bonus = Math.max(similar, bonuses.phrase * similarPhrase);
      return ((1 + bonus) * rank * (isField ? plainField : 1)) / length / common;
    };
  }

  #foldedText(text: number): string {
    let folded = this.#folded.get(text);
    if (folded === undefined) {
      folded = fold(this.corpus.texts[text] ?? '');
      this.#folded.set(text, folded);
    }
    return folded;
  }

  /** Compares the word order of the best candidates with the query. */
  #compareOrder(queue: PriorityQueue, scores: Float64Array, { slots }: RankQuery): void {
    if (slots.fits.length < 2) return;
    const best: number[] = [];
    while (best.length < maxReordered) {
      const entry = queue.pop();
      if (entry === undefined) break;
      best.push(entry);
    }
    for (const entry of best) {
      const numbers = [
        this.corpus.textNumber(entry, 'keywords') || this.#headlines[entry],
        this.corpus.textNumber(entry, 'text'),
      ];
      const words = numbers.flatMap(
        (text) => this.analyzer.analyze(this.corpus.texts[text ?? 0] ?? '').inOrder,
      );
      scores[entry] = (scores[entry] ?? 0) * (1 + bonuses.order * wordOrder(words, slots));
      queue.push(entry);
    }
  }

  /**
   * Lowers further hits of a page, so that other pages come in between. This increases no score, so a record is next when its
   * score is higher than the best one in the queue.
   */
  #spread(queue: PriorityQueue, scores: Float64Array, count: number): Ranked[] {
    const last = new Float64Array(scores.length);
    const ready = new PriorityQueue([], this.#before(last));
    const seen = new Uint32Array(this.corpus.pageCount);
    const isTaken = new Uint8Array(this.corpus.records.length);
    const ranked: Ranked[] = [];
    while (ranked.length < count) {
      const best = ready.peek();
      const waiting = queue.peek();
      const isNext =
        best !== undefined && (waiting === undefined || (last[best] ?? 0) > (scores[waiting] ?? 0));
      if (isNext) {
        ready.pop();
        ranked.push({ record: this.corpus.recordOf[best] ?? 0, score: last[best] ?? 0 });
        continue;
      }
      if (waiting === undefined) break;
      queue.pop();
      const record = this.corpus.recordOf[waiting] ?? 0;
      if (isTaken[record]) continue;
      isTaken[record] = 1;
      const page = this.corpus.pages[waiting] ?? 0;
      const before = seen[page] ?? 0;
      seen[page] = before + 1;
      last[waiting] = (scores[waiting] ?? 0) * Math.max(repeat.min, repeat.factor ** before);
      ready.push(waiting);
    }
    return ranked;
  }
}

/** A ranked record. */
export interface Ranked {
  readonly record: number;
  /** Larger is better. */
  readonly score: number;
}
