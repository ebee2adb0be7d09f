import { IANAZone } from 'luxon';
import { CallError } from '../call-error.ts';

const day = 86_400_000;

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
