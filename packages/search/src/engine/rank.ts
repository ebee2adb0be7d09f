import { fold } from '../analysis/tokenizer.ts';
import {
  bestFits,
  hasEverySlot,
  similarity,
  wordOrder,
  type AnalyzedText,
  type TermFits,
  type TextAnalyzer,
} from './analyzed-text.ts';
import type { Candidates } from './candidates.ts';
import { PriorityQueue } from './collections.ts';
import type { Corpus } from './corpus.ts';

/** Bonuses, as shares of the score. */
const bonuses = {
  headline: 1.5,
  phrase: 1.4,
  order: 0.4,
  /** For a headline that starts with the query. */
  beginning: 0.4,
  /** For a title that equals the query; replaces `beginning`. */
  title: 1,
  /** For a text or an error code that the query quotes. */
  quote: 2.5,
  rank: 0.2,
} as const;
/** Factor for a field row when the query is in plain words, so that guides come first. */
const plainField = 0.5;
/** Factor for each further hit of the same page, and its minimum. */
const repeat = { factor: 0.85, min: 0.3 } as const;
/** Factor for each further hit with the same text, such as an error that many operations describe in the same words. */
const sameText = 0.5;
/** Number of candidates that are compared with the query as a whole. */
const maxCompared = 100;
/** Minimum fit of a title's words for its page, if a text has the typed word or a form of it. */
const minTitleFit = 0.7;

/**
 * Returns the minimum fit for a word. If only corrections, synonyms or longer words match it, that is the best of these; an
 * unknown word has none.
 */
function leastTitleFit(fits: Float32Array): number {
  const best = fits.reduce((most, fit) => Math.max(most, fit), 0);
  return best > 0 ? Math.min(best, minTitleFit) : Infinity;
}

/** The parts of a query that ranking uses. */
export interface RankQuery {
  /** As typed. */
  readonly typed: string;
  /** How well each term matches, by number of the term; for each required slot. */
  readonly fits: readonly Float32Array[];
  /** Whether no word is in code style. */
  readonly isPlain: boolean;
  /** Whether the query quotes the text or the error code of an entry. */
  readonly isQuoted: (entry: number) => boolean;
}

/** Orders candidates by relevance. */
export class Ranker {
  /** Number of the headline text of each entry: its title, heading or field name. */
  readonly #headlines: Int32Array;
  /** Factors of entries that do not depend on the words of a query: for plain words, and for a query in code style. */
  readonly #priors: Readonly<Record<'plain' | 'code', Float64Array>>;
  /** Scores of entries in the final order; only those in the queue are read. */
  readonly #last: Float64Array;
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
    const code = Float64Array.from(
      corpus.recordOf,
      (record) => 1 + bonuses.rank * (corpus.records[record]?.weight.page_rank ?? 0),
    );
    const plain = code.map((rank, entry) =>
      number(corpus.recordOf[entry] ?? 0, 'name') > 0 ? rank * plainField : rank,
    );
    this.#priors = { plain, code };
    this.#last = new Float64Array(corpus.size);
  }

  /** Returns the first `count` records with their scores. */
  first(count: number, { entries, scores }: Candidates, query: RankQuery): Ranked[] {
    const priors = query.isPlain ? this.#priors.plain : this.#priors.code;
    for (const entry of entries) scores[entry] = (scores[entry] ?? 0) * (priors[entry] ?? 0);
    const queue = new PriorityQueue(entries, this.#before(scores));
    this.#compare(queue, scores, query);
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

  /** Returns the bonus of an entry for the similarity of its headline or phrase with the query as a whole. */
  #similarity(entry: number, foldedQuery: string, fits: TermFits): number {
    const similarityOf = (text: number): number =>
      text === 0 ? 0 : similarity(this.#analyzed(text), fits);
    const headline = this.#headlines[entry] ?? 0;
    const beginning = headline === 0 ? 0 : this.#beginning(entry, headline, foldedQuery);
    // A title counts once, whether a phrase repeats it or not.
    return Math.max(
      bonuses.headline * similarityOf(headline) + beginning,
      bonuses.phrase * similarityOf(this.corpus.textNumber(entry, 'keywords')),
    );
  }

  #beginning(entry: number, headline: number, foldedQuery: string): number {
    const folded = this.#foldedText(headline);
    const isTitle = this.corpus.textNumber(entry, 'title') === headline;
    if (isTitle && folded === foldedQuery) return bonuses.title;
    return folded.startsWith(foldedQuery) ? bonuses.beginning : 0;
  }

  /**
   * Raises each title that has every word of the query, or starts with it, to the best score of its page: a user who looks for
   * a topic wants the start of its page, not one of its sections. A title that is the query comes before them all.
   */
  #raiseTitles(
    entries: readonly number[],
    scores: Float64Array,
    foldedQuery: string,
    isRaised: (title: number) => boolean,
  ): void {
    const best = new Map<number, number>();
    const top = Math.max(...entries.map((entry) => scores[entry] ?? 0));
    for (const entry of entries) {
      const page = this.corpus.pages.of[entry] ?? 0;
      best.set(page, Math.max(best.get(page) ?? 0, scores[entry] ?? 0));
    }
    for (const entry of entries) {
      const title = this.corpus.textNumber(entry, 'title');
      if (title === 0 || !isRaised(title)) continue;
      const isExact = this.#foldedText(title) === foldedQuery;
      scores[entry] = isExact ? top + 1 : (best.get(this.corpus.pages.of[entry] ?? 0) ?? 0);
    }
  }

  #analyzed(text: number): AnalyzedText {
    return this.analyzer.analyze(this.corpus.texts[text] ?? '');
  }

  #foldedText(text: number): string {
    let folded = this.#folded.get(text);
    if (folded === undefined) {
      folded = fold(this.corpus.texts[text] ?? '');
      this.#folded.set(text, folded);
    }
    return folded;
  }

  /** Compares the best candidates with the query as a whole: what they have in common, and in which order. */
  #compare(queue: PriorityQueue, scores: Float64Array, query: RankQuery): void {
    const { typed, fits, isPlain, isQuoted } = query;
    const foldedQuery = fold(typed).trim();
    const termFits = { slots: fits, best: bestFits(fits) };
    const best: number[] = [];
    while (best.length < maxCompared) {
      const entry = queue.pop();
      if (entry === undefined) break;
      best.push(entry);
    }
    for (const entry of best) {
      const quoted = isQuoted(entry) ? bonuses.quote : 0;
      const similar = 1 + this.#similarity(entry, foldedQuery, termFits) + quoted;
      const ordered = 1 + bonuses.order * this.#order(entry, termFits);
      scores[entry] = (scores[entry] ?? 0) * similar * ordered;
    }
    // A name in code style is the name of a field, which is more specific than a title.
    if (isPlain) {
      const mins = fits.map(leastTitleFit);
      this.#raiseTitles(
        best,
        scores,
        foldedQuery,
        (title) =>
          this.#foldedText(title).startsWith(foldedQuery) ||
          hasEverySlot(this.#analyzed(title), termFits, mins),
      );
    }
    for (const entry of best) queue.push(entry);
  }

  /** Returns how much of the order of the query an entry has. One word has no order, so its texts are not analyzed for it. */
  #order(entry: number, fits: TermFits): number {
    if (fits.slots.length < 2) return 0;
    const headline = this.corpus.textNumber(entry, 'keywords') || (this.#headlines[entry] ?? 0);
    const text = this.corpus.textNumber(entry, 'text');
    return wordOrder([this.#analyzed(headline), this.#analyzed(text)], fits);
  }

  /**
   * Lowers further hits of a page, and those with the same text, so that others come in between. This increases no score, so
   * a record is next when its score is higher than the best one in the queue.
   */
  #spread(queue: PriorityQueue, scores: Float64Array, count: number): Ranked[] {
    const last = this.#last;
    const ready = new PriorityQueue([], this.#before(last));
    const seen = new Uint32Array(this.corpus.pages.count);
    const seenTexts = new Map<string, number>();
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
      const page = this.corpus.pages.of[waiting] ?? 0;
      const before = seen[page] ?? 0;
      seen[page] = before + 1;
      const text = this.corpus.records[record]?.content ?? '';
      const same = text === '' ? 0 : (seenTexts.get(text) ?? 0);
      seenTexts.set(text, same + 1);
      const factor = Math.max(repeat.min, repeat.factor ** before) * sameText ** same;
      last[waiting] = (scores[waiting] ?? 0) * factor;
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
