import { IANAZone } from 'luxon';
import { CallError } from '../call-error.ts';

const day = 86_400_000;

/**
 * A time zone. A wall time is what its clocks show, as if that were UTC, in milliseconds: so wall times can be added and
 * compared like moments.
 */
export class Zone {
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

  /** Wall time minus moment, in milliseconds. */
  offset(moment: number): number {
    return Math.round(this.zone.offset(moment) * 60_000);
  }

  /** First moment after `from` with another offset than there, when that at `to` is another. */
  transition(from: number, to: number): number {
    const before = this.offset(from);
    let [low, high] = [from, to];
    while (high - low > 1) {
      const middle = Math.floor((low + high) / 2);
      if (this.offset(middle) === before) low = middle;
      else high = middle;
    }
    return high;
  }

  /**
   * First moment at which the clocks show a wall time. Where they skip it, the moment of the skip; where they show it
   * twice, the first time.
   */
  firstMoment(wall: number): number {
    // No offset reaches a day, and no zone changes its own twice within two days.
    const [before, after] = [this.offset(wall - day), this.offset(wall + day)];
    if (this.offset(wall - before) === before) return wall - before;
    if (this.offset(wall - after) === after) return wall - after;
    return this.transition(wall - after, wall - before);
  }
}
