import { DateTime, IANAZone } from 'luxon';
import type { Measure } from '../../../src/core/aggregates/buckets.ts';

const minute = 60_000;
const units = { minute: 1, hour: 60, day: 1440 };

/** Offsets in minutes, by zone and minute. Walks overlap, and a lookup takes microseconds. */
const offsets = new Map<string, number>();

/** The local time of a zone at a time, as if it were UTC. Since 1973, these zones have changed their offset at whole minutes. */
function wallOf(zone: string, time: number): number {
  const key = `${zone} ${Math.floor(time / minute)}`;
  const offset = offsets.get(key) ?? IANAZone.create(zone).offset(time);
  offsets.set(key, offset);
  return time + offset * minute;
}

/** Number of whole units between the start of 1970 and a wall time. */
function unitsSince1970(wall: number, measure: Measure): number {
  if (measure === 'day' || measure === 'hour' || measure === 'minute') {
    return Math.floor(wall / (units[measure] * minute));
  }
  const local = DateTime.fromMillis(wall, { zone: 'utc' });
  switch (measure) {
    case 'year':
      return local.year - 1970;
    case 'month':
      return (local.year - 1970) * 12 + local.month - 1;
    case 'week':
      return Math.round(local.startOf('week').diff(DateTime.utc(1970, 1, 5), 'weeks').weeks);
  }
}

/** Whether two wall times lie in one bucket. */
function inOneBucket(a: number, b: number, measure: Measure, count: number): boolean {
  const [first, second] = [a, b].map((wall) => Math.floor(unitsSince1970(wall, measure) / count));
  return first === second;
}

/**
 * Start of the bucket that contains a time, found by walking back minute by minute. Where the clocks are set back, the walk
 * meets the bucket a second time: it goes on to the first time, unless all of the bucket came twice.
 */
export function naiveStart(
  zone: string,
  time: number,
  measure: keyof typeof units,
  count: number,
): number {
  const wall = wallOf(zone, time);
  const within = (at: number) => inOneBucket(wallOf(zone, at), wall, measure, count);
  const isSetBack = (at: number) => wallOf(zone, at - minute) >= wallOf(zone, at);
  let present = Math.floor(time / minute) * minute;
  while (within(present - minute) && !isSetBack(present)) present -= minute;
  let first = present;
  // No clock of these zones is set back by more than an hour.
  for (let back = 1; back <= 60; back += 1) {
    if (!within(first - back * minute)) continue;
    first -= back * minute;
    back = 0;
  }
  let end = present;
  while (within(end)) end += minute;
  const length = count * units[measure] * minute;
  return present - first >= length && end - present >= length ? present : first;
}

/**
 * Start of the bucket that contains a time, as luxon's calendar has it: whole units from the start of 1970, and weeks from its
 * first Monday. Nothing where the clocks change within a day of it.
 */
export function calendarStart(
  zone: string,
  time: number,
  measure: Measure,
  count: number,
): number | undefined {
  const index = Math.floor(unitsSince1970(wallOf(zone, time), measure) / count) * count;
  const origin = DateTime.utc(1970, 1, measure === 'week' ? 5 : 1);
  const start = origin.plus({ [measure]: index }).setZone(zone, { keepLocalTime: true });
  const [before, after] = [start.minus({ hours: 24 }), start.plus({ hours: 24 })];
  return before.offset === after.offset ? start.toMillis() : undefined;
}
