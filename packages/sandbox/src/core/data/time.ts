import type { Context } from '../context.ts';
import { CallError } from '../errors.ts';

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

/**
 * Time of a submitted entry, in milliseconds; 0 stands for that of the server.
 * @throws CallError for a time before 1970, or so late that it cannot be in milliseconds
 */
export function submittedTime({ now }: Context, timestamp: number): number {
  if (timestamp === 0) return now;
  if (timestamp > 0 && timestamp <= latestTime) return timestamp;
  throw new CallError(
    400,
    'generic::malformedrequest',
    `"timestamp" is ${timestamp}. Send Unix milliseconds, or 0 for the time of the server.`,
  );
}

/**
 * Time of the oldest points that are retained, in milliseconds: a point expires `ttl` seconds after its time.
 * @param ttl seconds; 0 for ever
 */
export function oldestKept(ttl: number, now: number): number {
  return ttl === 0 ? 0 : now - ttl * 1000 + 1;
}
