import { IANAZone } from 'luxon';
import { latestTime } from '../time.ts';
import { RequestError } from '../errors.ts';
import { excerpt } from '../text.ts';

/** Unit of a bucket length. */
export type Measure = 'year' | 'month' | 'week' | 'day' | 'hour' | 'minute';

/** A bucket in wall time: `start` is inclusive, `end` exclusive. */
interface WallBucket {
  readonly start: number;
  readonly end: number;
}

const minute = 60_000;
const day = 1440 * minute;
const lengths = { minute, hour: 60 * minute, day, week: 7 * day };
/** Longer than any range that points can have, in months and in milliseconds. Longer buckets make no difference. */
const longest = { months: 120_000, milliseconds: 4e14 };
/** The first Monday after 1970-01-01: weeks start on Monday (ISO 8601). */
const firstMonday = 4 * day;

/** Wall time at the start of the month that is `index` months after January 1970. */
function startOfMonth(index: number): number {
  return Date.UTC(1970, index);
}

/**
 * Returns the bucket that contains a wall time. Buckets are counted from the start of 1970, so they do not depend on the
 * range of a request.
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

/**
 * Since 1970, no zone has changed its offset twice within a week. So different offsets a week apart mean exactly one change.
 */
const stretch = 6 * day;

/** The Gregorian calendar repeats after 400 years, which are whole weeks, and so do the offset rules. */
const cycle = 146_097 * day;
/** From this year on, every zone follows one rule. The last explicit list of changes is Morocco's, to 2087. */
const byRule = Date.UTC(2100, 0);

/**
 * Returns the first time after `from` with a different offset.
 * @param to a time whose offset differs from that of `from`
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
 * Abbreviations that are no IANA names, unlike EST and CET. `Intl` of some engines accepts them, with one of the zones that
 * they stand for.
 */
const abbreviations = new Set(
  `ACT AET AGT ART AST BET BST CAT CNT CST CTT EAT ECT IET IST JST MIT NET NST PLT PNT PRT PST SST VST`.split(
    ' ',
  ),
);

/** An IANA name, as opposed to an offset such as `+05:30` and to what only some engines know. */
const ianaName = /^(?!SystemV\/)[a-z]/i;

/**
 * A time zone. Wall time is what its clocks show, in milliseconds as if it were UTC, so wall times can be added and
 * compared. Looking up an offset takes microseconds, so offsets are cached at the ends of fixed intervals.
 */
export class Zone {
  /** Offset at the start of an interval, by interval index. */
  private readonly starts = new Map<number, number>();
  /** Time at which the offset changes within an interval, by interval index. */
  private readonly changes = new Map<number, number>();

  private constructor(private readonly zone: IANAZone) {}

  /**
   * @param name IANA name or `UTC`
   * @throws RequestError `aggregates::invalidtimezone`
   */
  static named(name: string): Zone {
    const isAbbreviation = abbreviations.has(name.toUpperCase());
    if (!isAbbreviation && ianaName.test(name) && IANAZone.isValidZone(name)) {
      // luxon keeps each zone by its name, and letter case does not matter in names.
      const { timeZone } = new Intl.DateTimeFormat('en', { timeZone: name }).resolvedOptions();
      return new Zone(IANAZone.create(timeZone));
    }
    const what = isAbbreviation
      ? 'an abbreviation, which can stand for several time zones'
      : 'not a time zone';
    const text = `"${excerpt(name)}" is ${what}. Send an IANA name, such as "Asia/Kolkata", or "UTC".`;
    throw new RequestError(400, 'aggregates::invalidtimezone', text);
  }

  /** Wall time minus UTC, in milliseconds. */
  offset(time: number): number {
    const alike = time < byRule ? time : byRule + ((time - byRule) % cycle);
    const index = Math.floor(alike / stretch);
    const [before, after] = [this.startOffset(index), this.startOffset(index + 1)];
    return before === after || alike < this.changeWithin(index) ? before : after;
  }

  /** Returns the first time after `from` with a different offset, given that the offset at `to` differs. */
  transition(from: number, to: number): number {
    return changeBetween((time) => this.offset(time), from, to);
  }

  /** Returns the first time at which clocks show a wall time. If they skip it, returns the time of the skip. */
  firstInstant(wall: number): number {
    // Offsets are less than a day, and no zone changes its offset twice within two days.
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

/** The start of a bucket, and the time until which it is valid without another lookup. */
interface Stretch {
  readonly start: number;
  readonly from: number;
  readonly until: number;
}

/** Finds the bucket of a time. Sorted times need few lookups. */
export class Buckets {
  private stretch: Stretch = { start: 0, from: 0, until: 0 };

  constructor(
    private readonly zone: Zone,
    private readonly measure: Measure,
    private readonly interval: number,
  ) {}

  /** Returns the start of the bucket that contains a time, both in milliseconds since 1970. */
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
    const first = zone.firstInstant(start);
    // When clocks are set back, wall times repeat. A bucket that repeats entirely is two buckets; one that repeats in part
    // is one longer bucket.
    const again = start - offset;
    const isSecond = again - first >= end - start && zone.offset(again) === offset;
    return {
      start: isSecond ? again : first,
      from: time,
      until: this.sureUntil(time, offset, end),
    };
  }

  /** End of the bucket, or an earlier change of the offset. */
  private sureUntil(time: number, offset: number, end: number): number {
    const last = end - offset - 1;
    if (last >= latestTime) return Infinity;
    return this.zone.offset(last) === offset ? last + 1 : this.zone.transition(time, last);
  }
}
