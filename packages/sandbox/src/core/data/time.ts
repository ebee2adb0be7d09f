import { CallError } from '../call-error.ts';

/** Last millisecond of the year 9999: a later time is in a wrong unit. */
export const latestTime = 253_402_300_799_999;

/** Times in milliseconds since 1970, both of them inside. */
export interface Range {
  readonly first: number;
  readonly last: number;
}

/** The second that a time lies in. */
export function toSeconds(milliseconds: number): number {
  return Math.floor(milliseconds / 1000);
}

/** Last millisecond of a second. */
export function endOfSecond(seconds: number): number {
  return seconds * 1000 + 999;
}

/**
 * Reads a range in seconds. Responses give only the second of a point, so the last second counts as a whole.
 * @throws CallError with `reason` when the end lies before the start, or a time is not in seconds
 */
export function readRange(from: number, to: number, reason: string): Range {
  const range = { first: from * 1000, last: endOfSecond(to) };
  if (range.first >= 0 && range.first <= range.last && range.last <= latestTime) return range;
  throw new CallError(
    400,
    reason,
    'Send "from" and "to" in Unix seconds, not milliseconds, with "to" at "from" or later.',
  );
}
