import type { Context } from './context.ts';
import type { Deps } from './deps.ts';
import { malformed, RequestError } from './errors.ts';

/** Last millisecond of the year 9999. A later time is in the wrong unit. */
export const latestTime = 253_402_300_799_999;

/** A range in milliseconds since 1970; both ends are inclusive. */
export interface Range {
  readonly first: number;
  readonly last: number;
}

/** Returns the second that contains a time. */
export function toSeconds(milliseconds: number): number {
  return Math.floor(milliseconds / 1000);
}

/** Returns the last millisecond of a second. */
export function endOfSecond(seconds: number): number {
  return seconds * 1000 + 999;
}

/**
 * Reads a range in seconds. The last second is included as a whole, because responses round times down to seconds.
 * @throws RequestError with `reason` if the end is before the start, or a time is not in seconds
 */
export function readRange(from: number, to: number, reason: string): Range {
  const range = { first: from * 1000, last: endOfSecond(to) };
  if (range.first >= 0 && range.first <= range.last && range.last <= latestTime) return range;
  throw new RequestError(
    400,
    reason,
    'Send "from" and "to" in Unix seconds, not milliseconds. "to" must not be before "from".',
  );
}

/**
 * Returns the time of a submitted entry in milliseconds; 0 means the time of the server.
 * @throws RequestError for a time before 1970, or too late to be in milliseconds
 */
export function submittedTime({ now }: Context, timestamp: number): number {
  if (timestamp === 0) return now;
  if (timestamp > 0 && timestamp <= latestTime) return timestamp;
  throw malformed(
    `"timestamp" is ${timestamp}. Send Unix milliseconds, or 0 for the time of the server.`,
  );
}

/**
 * Returns the time of the oldest retained points, in milliseconds. A point expires `ttl` seconds after its timestamp.
 * @param ttl seconds; 0 for unlimited retention
 */
export function oldestKept(ttl: number, now: number): number {
  return ttl === 0 ? 0 : now - ttl * 1000 + 1;
}

/**
 * Returns the time of a use of a project, in milliseconds since 1970. The clock of last uses stops while the machine sleeps,
 * but that of the next process does not: with its time alone, a project in use would be deleted after a restart.
 */
export function lastUseTime({
  clock,
  idleClock = clock,
}: Pick<Deps, 'clock' | 'idleClock'>): number {
  return Math.max(clock.now(), idleClock.now());
}
