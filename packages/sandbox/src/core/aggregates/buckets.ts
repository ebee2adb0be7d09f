import { latestTime } from '../data/time.ts';
import { wallBucket, type Measure } from './wall-buckets.ts';
import type { Zone } from './zone.ts';

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
