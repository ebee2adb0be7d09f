import type { Corpus } from './corpus.ts';
import type { SlotScores } from './slot-scores.ts';
import type { Slot } from './slots.ts';

/** Records that match the query, with scores of their words, not ranked yet. */
export interface Candidates {
  readonly records: readonly number[];
  /** By number of the record. */
  readonly scores: Float64Array;
}

/** Tolerance for sums in a different order. */
const rounding = 0.001;
/** Weight of a stop word relative to other words. */
const stopWordShare = 0.1;
/** Without a full match, and for questions: minimum coverage of a record, relative to the best one. */
const minShare = 0.6;
/** Minimum coverage of a title or heading relative to the best record: a page about a topic need not contain every word. */
const minHeadlineShare = 0.2;
/** Exponent of the penalty for incomplete coverage. */
const coverPower = 1.5;
/** A query with stop words and at least this many other words is a question. */
const questionLength = 3;

/**
 * Returns records that contain every word, or else those with the highest coverage; also titles and headings with a part of
 * the query. A record whose own text has no word of the query is excluded, whatever its page.
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
  // For a word that no record contains, every row with the other words would be a hit: headings are enough.
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
