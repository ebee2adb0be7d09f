import { IANAZone } from 'luxon';
import { latestTime } from '../data/time.ts';
import { CallError } from '../errors.ts';

/** Unit that buckets are measured in. */
export type Measure = 'year' | 'month' | 'week' | 'day' | 'hour' | 'minute';

/** A bucket in wall times: it holds `start`, and not `end`. */
interface WallBucket {
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

/** No zone changes its offset twice within a week of 1970 or later: two times so far apart have one change between them. */
const stretch = 6 * day;

/** After 400 years, which are whole weeks, the calendar begins again, and with it what a rule makes of each year. */
const cycle = 146_097 * day;
/** From here on every zone follows one rule: the last changes that a zone lists year by year are Morocco's, to 2087. */
const byRule = Date.UTC(2100, 0);

/**
 * First time after `from` with another offset than there.
 * @param to a time whose offset is another than that of `from`
 */
function changeBetween(offset: (time: number) => number, from: number, to: number): number {
  const before = offset(from);
  let [low, high] = [from, to];
  while (high - low > 1) {
    const middle = Math.floor((low + high) / 2);
    if (offset(middle) === before) low = middle;
    else high = middle;
  }
  return high;
}

/**
 * A time zone. A wall time is what its clocks show, as if that were UTC, in milliseconds: so wall times can be added and
 * compared like times. To ask for an offset takes microseconds, so it remembers those at the ends of stretches.
 */
export class Zone {
  /** Offset at the start of a stretch, by its index. */
  private readonly starts = new Map<number, number>();
  /** When the offset changes within a stretch, by its index. */
  private readonly changes = new Map<number, number>();

  private constructor(private readonly zone: IANAZone) {}

  /**
   * @param name IANA name or `UTC`
   * @throws CallError `aggregates::invalidtimezone`
   */
  static named(name: string): Zone {
    if (IANAZone.isValidZone(name)) return new Zone(IANAZone.create(name));
    const text = `"${name}" is no time zone. Send an IANA name such as "Asia/Kolkata", or "UTC".`;
    throw new CallError(400, 'aggregates::invalidtimezone', text);
  }

  /** Wall time minus UTC, in milliseconds. */
  offset(time: number): number {
    const alike = time < byRule ? time : byRule + ((time - byRule) % cycle);
    const index = Math.floor(alike / stretch);
    const [before, after] = [this.startOffset(index), this.startOffset(index + 1)];
    return before === after || alike < this.changeWithin(index) ? before : after;
  }

  /** First time after `from` with another offset than there, when that at `to` is another. */
  transition(from: number, to: number): number {
    return changeBetween((time) => this.offset(time), from, to);
  }

  /**
   * First time at which the clocks show a wall time. Where they skip it, the instant of the skip; where they show it
   * twice, the first time.
   */
  firstMoment(wall: number): number {
    // No offset reaches a day, and no zone changes its own twice within two days.
    const [before, after] = [this.offset(wall - day), this.offset(wall + day)];
    if (this.offset(wall - before) === before) return wall - before;
    if (this.offset(wall - after) === after) return wall - after;
    return this.transition(wall - after, wall - before);
  }

  private startOffset(index: number): number {
    let offset = this.starts.get(index);
    if (offset === undefined) {
      this.starts.set(index, (offset = this.lookUp(index * stretch)));
    }
    return offset;
  }

  private changeWithin(index: number): number {
    let change = this.changes.get(index);
    if (change === undefined) {
      const [from, to] = [index * stretch, (index + 1) * stretch];
      this.changes.set(index, (change = changeBetween((at) => this.lookUp(at), from, to)));
    }
    return change;
  }

  private lookUp(time: number): number {
    return Math.round(this.zone.offset(time) * 60_000);
  }
}

/** Where a time belongs: the bucket's first time, and up to where that is sure without asking again. */
interface Stretch {
  readonly start: number;
  readonly from: number;
  readonly until: number;
}

/** Finds the buckets of times. Times that come in order are found quickly. */
export class Buckets {
  private stretch: Stretch = { start: 0, from: 0, until: 0 };

  constructor(
    private readonly zone: Zone,
    private readonly measure: Measure,
    private readonly interval: number,
  ) {}

  /** First time of the bucket that holds a time, both in milliseconds since 1970. */
  startOf(time: number): number {
    if (time < this.stretch.from || time >= this.stretch.until) {
      this.stretch = this.stretchFrom(time);
    }
    return this.stretch.start;
  }

  private stretchFrom(time: number): Stretch {
    const { zone, measure, interval } = this;
    const offset = zone.offset(time);
    const { start, end } = wallBucket(time + offset, measure, interval);
    const first = zone.firstMoment(start);
    // When clocks are set back, wall times come twice. A bucket that comes twice as a whole is two buckets; one of which a
    // part comes twice is one, longer than the others.
    const again = start - offset;
    const isSecond = again - first >= end - start && zone.offset(again) === offset;
    return {
      start: isSecond ? again : first,
      from: time,
      until: this.sureUntil(time, offset, end),
    };
  }

  /** The end of the bucket, or an earlier change of the offset. */
  private sureUntil(time: number, offset: number, end: number): number {
    const last = end - offset - 1;
    if (last >= latestTime) return Infinity;
    return this.zone.offset(last) === offset ? last + 1 : this.zone.transition(time, last);
  }
}
