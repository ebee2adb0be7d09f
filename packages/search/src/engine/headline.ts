import { pieceWeight } from './text-index.ts';
import type { Reading } from './reading.ts';
import type { QuerySlots } from './query-slots.ts';

/** Characters from `from` to `to` that one of the matched tokens covers; the longest one, since matches of one word overlap. */
function coveredOf(from: number, to: number, reading: Reading, matched: readonly number[]): number {
  let most = 0;
  for (const token of matched) {
    const start = reading.starts[token] ?? 0;
    const end = reading.ends[token] ?? 0;
    most = Math.max(most, Math.min(end, to) - Math.max(start, from));
  }
  return most;
}

/** How well the best token of a text fits a slot. */
function bestFit({ terms, pieces }: Reading, fits: Float64Array): number {
  let most = 0;
  for (let token = 0; token < terms.length; token += 1) {
    const fit = (fits[terms[token] ?? 0] ?? 0) * (pieces[token] ? pieceWeight : 1);
    if (fit > most) most = fit;
  }
  return most;
}

/**
 * How much a headline and a query say the same, 0 to 1: the share of the query's slots found in it, times the square of
 * the share of its letters that the query names.
 */
export function agreement(reading: Reading, { fits, isMatch }: QuerySlots): number {
  const matched: number[] = [];
  for (let token = 0; token < reading.terms.length; token += 1) {
    if (isMatch[reading.terms[token] ?? 0]) matched.push(token);
  }
  if (matched.length === 0) return 0;
  const named = fits.reduce((sum, slot) => sum + bestFit(reading, slot), 0) / fits.length;
  const { contentStarts, contentEnds, letters } = reading;
  let covered = 0;
  for (let word = 0; word < contentStarts.length; word += 1) {
    covered += coveredOf(contentStarts[word] ?? 0, contentEnds[word] ?? 0, reading, matched);
  }
  return named * (covered / letters) ** 2;
}
