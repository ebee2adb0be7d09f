import { DateTime } from 'luxon';

/** First millisecond whose log lines are still kept: six months of the calendar back, in UTC. */
export function oldestKeptLog(now: number): number {
  return DateTime.fromMillis(now, { zone: 'utc' }).minus({ months: 6 }).toMillis();
}
