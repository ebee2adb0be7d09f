import type { Corpus } from './corpus.ts';
import type { Slot } from './slots.ts';
import type { SlotScores } from './slot-scores.ts';

/** Records that satisfy the query, and how well its words do; nothing about their order yet. */
export interface Candidates {
  readonly records: readonly number[];
  /** By number of the record. */
  readonly scores: Float64Array;
}

/** Sums of the same numbers in another order may differ by this share. */
const rounding = 0.001;
/** What a stop word adds where it stands, against other words. */
const stopWordShare = 0.1;
/** Without a full match, and for questions: what a record must cover at least, against the one that covers most. */
const minShare = 0.6;
/** What a title or a heading must cover against the record that covers most: a page about a thing need not say all the rest. */
const minHeadlineShare = 0.2;
/** How much a record loses for what it does not cover. */
const coverPower = 1.5;
/** Words that say something, from which on a query with stop words is a question in the reader's own words. */
const questionLength = 3;

/**
 * Records that hold every word, or, when there is none, those that hold most of what the query says; also titles and
 * headings that hold a part of it. A record whose own text holds no word of it is left out, whatever page it is on.
 */
export function candidatesOf(
  slots: readonly Slot[],
  scores: readonly SlotScores[],
  corpus: Corpus,
): Candidates {
  const size = corpus.records.length;
  const required = slots.map(({ optional }) => !optional);
  const total = scores.reduce((sum, { rarity }, index) => sum + (required[index] ? rarity : 0), 0);
  const found: Candidates & { records: number[] } = { records: [], scores: new Float64Array(size) };
  const covered = new Float32Array(size);
  const sums = new Float32Array(size);
  let most = 0;
  for (let record = 0; record < size; record += 1) {
    let cover = 0;
    let sum = 0;
    let own = 0;
    for (let index = 0; index < scores.length; index += 1) {
      const slot = scores[index];
      const score = slot?.all[record] ?? 0;
      if (!slot || score === 0) continue;
      const isRequired = required[index] ?? false;
      sum += score * slot.rarity * (isRequired ? 1 : stopWordShare);
      if (!isRequired) continue;
      cover += slot.rarity;
      own += slot.own[record] ?? 0;
    }
    if (own === 0) continue;
    covered[record] = cover;
    sums[record] = sum;
    if (cover > most) most = cover;
  }
  if (most === 0) return found;
  const needed = required.filter(Boolean).length;
  const isQuestion = needed >= questionLength && needed < slots.length;
  const isComplete = most >= total * (1 - rounding);
  const least = most * (isComplete && !isQuestion ? 1 - rounding : minShare);
  // A word that nothing holds makes every row about the rest a hit: headings are enough then.
  const isUnknown = scores.some(({ isEmpty }, index) => isEmpty && required[index]);
  for (let record = 0; record < size; record += 1) {
    const cover = covered[record] ?? 0;
    const isHeadline = corpus.isHeadline(record);
    if (cover < (isHeadline ? most * minHeadlineShare : least)) continue;
    if (isUnknown && !isHeadline) continue;
    found.records.push(record);
    found.scores[record] = ((sums[record] ?? 0) / total) * (cover / total) ** coverPower;
  }
  return found;
}
