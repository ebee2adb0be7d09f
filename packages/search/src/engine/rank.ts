import { fold } from '../analysis/tokenizer.ts';
import { BestFirst } from './best-first.ts';
import type { Candidates } from './candidates.ts';
import type { Corpus } from './corpus.ts';
import { agreement } from './headline.ts';
import type { QuerySlots } from './query-slots.ts';
import type { Readings } from './readings.ts';
import { wordOrder } from './word-order.ts';

/** What adds to a score, as a share of it. */
const bonuses = {
  headline: 1.5,
  keywords: 1.7,
  text: 0.65,
  order: 0.4,
  beginning: 0.4,
  rank: 0.25,
} as const;
/** What a field row keeps of its score when the query is in plain words: guides come first then. */
const plainField = 0.6;
/** How much a heading loses for each time others have it, on a logarithmic scale. */
const commonHeading = 0.25;
/** Text this long may agree with a query as a whole. */
const shortText = 200;
/** What a further hit of the same page keeps of its score, each time again, and the least it keeps. */
const repeat = { keeps: 0.85, least: 0.3 } as const;
/** Candidates whose texts are read again for the order of words. */
const maxReread = 150;
/** Letters of text at which a hit counts half of what a short one does. */
const longText = 20_000;
/** What each record above a hit on its page takes from it, and the records from which on none does. */
const descent = { share: 0.001, most: 40 } as const;

/** What a query says, to compare records with. */
export interface Asked {
  /** As the reader typed it. */
  readonly typed: string;
  readonly slots: QuerySlots;
  /** Nothing in it is written as a name in a program is. */
  readonly isPlain: boolean;
}

/** What a record counts by itself, whatever the query. */
interface Worth {
  readonly place: number;
  readonly length: number;
  readonly common: number;
}

/** Puts candidates in the order readers most likely want them. */
export class Ranker {
  /** Number of the line each record is known by: its title, heading or the name of its field. */
  readonly #headlines: Int32Array;
  readonly #worths: readonly Worth[];
  /** Keywords of each title that has some. */
  readonly #keywords: ReadonlyMap<number, readonly string[]>;
  readonly #folded = new Map<number, string>();

  constructor(
    private readonly corpus: Corpus,
    private readonly readings: Readings,
  ) {
    const number = (record: number, field: 'title' | 'heading' | 'name') =>
      corpus.textNumber(record, field);
    this.#headlines = Int32Array.from(
      corpus.records,
      (_, record) => number(record, 'title') || number(record, 'heading') || number(record, 'name'),
    );
    this.#keywords = new Map(
      corpus.records.flatMap(({ keywords }, record) =>
        keywords === null ? [] : [[record, keywords.split(/,\s*/)]],
      ),
    );
    this.#worths = corpus.records.map(({ weight }, record) => ({
      place:
        (1 + bonuses.rank * weight.page_rank) /
        (1 + descent.share * Math.min(weight.position, descent.most)),
      length: 1 + corpus.text(record, 'text').length / longText,
      common: 1 + commonHeading * Math.log(Math.max(1, corpus.sameHeadings(record))),
    }));
  }

  /** The first `count` records with their scores. */
  first(count: number, { records, scores }: Candidates, asked: Asked): Ranked[] {
    const factor = this.#factors(asked);
    for (const record of records) scores[record] = (scores[record] ?? 0) * factor(record);
    const queue = new BestFirst(records, this.#before(scores));
    this.#reread(queue, scores, asked);
    return this.#spread(queue, scores, count);
  }

  #before(scores: Float64Array): (a: number, b: number) => boolean {
    const { records } = this.corpus;
    return (a, b) => {
      const [first = 0, second = 0] = [scores[a], scores[b]];
      if (first !== second) return first > second;
      const { level = 0, position = 0 } = records[a]?.weight ?? {};
      const other = records[b]?.weight;
      return ((other?.level ?? 0) - level || position - (other?.position ?? 0) || a - b) < 0;
    };
  }

  /** What the score of a record is multiplied with, for what its line and its text say as a whole. */
  #factors({ typed, slots, isPlain }: Asked): (record: number) => number {
    const begun = fold(typed).trim();
    const known = new Float64Array(this.corpus.texts.length).fill(-1);
    const agreementOf = (text: number): number => {
      const before = known[text] ?? -1;
      if (before >= 0) return before;
      return (known[text] = agreement(this.readings.of(this.corpus.texts[text] ?? ''), slots));
    };
    return (record) => {
      const headline = this.#headlines[record] ?? 0;
      const text = this.corpus.textNumber(record, 'text');
      const short = (this.corpus.texts[text] ?? '').length <= shortText;
      const agreed =
        headline === 0
          ? bonuses.text * (short ? agreementOf(text) : 0)
          : bonuses.headline * agreementOf(headline) +
            (this.#foldedText(headline).startsWith(begun) ? bonuses.beginning : 0);
      const keyword = (this.#keywords.get(record) ?? []).reduce(
        (most, phrase) => Math.max(most, agreement(this.readings.of(phrase), slots)),
        0,
      );
      const isField = isPlain && this.corpus.textNumber(record, 'name') > 0;
      const { place = 1, length = 1, common = 1 } = this.#worths[record] ?? {};
      // What a title says counts once, whether keywords repeat it or not.
      const bonus = Math.max(agreed, bonuses.keywords * keyword);
      return ((1 + bonus) * place * (isField ? plainField : 1)) / length / common;
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

  /** Reads the best again for the order of their words. */
  #reread(queue: BestFirst, scores: Float64Array, { slots }: Asked): void {
    if (slots.fits.length < 2) return;
    const best: number[] = [];
    while (best.length < maxReread) {
      const record = queue.pop();
      if (record === undefined) break;
      best.push(record);
    }
    for (const record of best) {
      const numbers = [this.#headlines[record], this.corpus.textNumber(record, 'text')];
      const words = numbers.flatMap(
        (text) => this.readings.of(this.corpus.texts[text ?? 0] ?? '').inOrder,
      );
      scores[record] = (scores[record] ?? 0) * (1 + bonuses.order * wordOrder(words, slots));
      queue.push(record);
    }
  }

  /**
   * Lets other pages come between the hits of one. No score rises by that, so a record is certainly next when it has more
   * than the best one that waits.
   */
  #spread(queue: BestFirst, scores: Float64Array, count: number): Ranked[] {
    const last = new Float64Array(scores.length);
    const ready = new BestFirst([], this.#before(last));
    const seen = new Uint32Array(this.corpus.pageCount);
    const ranked: Ranked[] = [];
    while (ranked.length < count) {
      const best = ready.peek();
      const waiting = queue.peek();
      const isNext =
        best !== undefined && (waiting === undefined || (last[best] ?? 0) > (scores[waiting] ?? 0));
      if (isNext) {
        ready.pop();
        ranked.push({ record: best, score: last[best] ?? 0 });
        continue;
      }
      if (waiting === undefined) break;
      queue.pop();
      const page = this.corpus.pages[waiting] ?? 0;
      const before = seen[page] ?? 0;
      seen[page] = before + 1;
      last[waiting] = (scores[waiting] ?? 0) * Math.max(repeat.least, repeat.keeps ** before);
      ready.push(waiting);
    }
    return ranked;
  }
}

/** A record in its place. */
export interface Ranked {
  readonly record: number;
  /** Larger is better. */
  readonly score: number;
}
