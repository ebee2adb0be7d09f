/** Unit that buckets are measured in. */
export type Measure = 'year' | 'month' | 'week' | 'day' | 'hour' | 'minute';

/** A bucket in wall times: it holds `start`, and not `end`. */
export interface WallBucket {
  readonly start: number;
  readonly end: number;
}

const minute = 60_000;
const day = 1440 * minute;
const lengths = { minute, hour: 60 * minute, day, week: 7 * day };
/** Longer than all the time that points can have, in months and in milliseconds: longer buckets are no different. */
const longest = { months: 120_000, milliseconds: 4e14 };
/** The first Monday after 1970 began: weeks start on Mondays (ISO 8601). */
const firstMonday = 4 * day;

/** Wall time at which the month starts that lies `index` months after January 1970. */
function startOfMonth(index: number): number {
  return Date.UTC(1970, index);
}

/**
 * The bucket that holds a wall time. Buckets of `interval` units follow each other from the start of 1970 on, so that they
 * are the same whatever range a call reads.
 */
export function wallBucket(wall: number, measure: Measure, interval: number): WallBucket {
  if (measure === 'month' || measure === 'year') {
    const date = new Date(wall);
    const month = (date.getUTCFullYear() - 1970) * 12 + date.getUTCMonth();
    const length = Math.min(interval * (measure === 'year' ? 12 : 1), longest.months);
    const index = Math.floor(month / length) * length;
    return { start: startOfMonth(index), end: startOfMonth(index + length) };
  }
  const length = Math.min(interval * lengths[measure], longest.milliseconds);
  const origin = measure === 'week' ? firstMonday : 0;
  const start = Math.floor((wall - origin) / length) * length + origin;
  return { start, end: start + length };
}
