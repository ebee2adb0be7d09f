import { toSeconds } from '../data/time.ts';
import type { ReadContext } from '../context.ts';
import { limits } from '../limits.ts';
import { responseTooLarge } from '../response-too-large.ts';
import type { Accumulator } from './accumulators.ts';
import type { Buckets } from './buckets.ts';

/** One number of one bucket. A type, not an interface, so that it counts as JSON. */
// eslint-disable-next-line @typescript-eslint/consistent-type-definitions
export type AggregatePoint = { timestamp: number; aggregate: number };

/** Buckets whose results are computed between two pauses: each may have points to sort. */
const perPause = 1000;

/** JSON has no infinity: what is beyond the largest number is returned as that. */
function finite(value: number): number {
  if (Number.isNaN(value)) return Number.MAX_VALUE;
  return Math.min(Math.max(value, -Number.MAX_VALUE), Number.MAX_VALUE);
}

/** How many buckets the series of one response have together. */
export class BucketCount {
  private count = 0;

  /** @throws CallError `sandbox::responsetoolarge` for one more than a response may have */
  add(): void {
    this.count += 1;
    const { buckets } = limits.reads;
    if (this.count <= buckets) return;
    const most = buckets.toLocaleString('en');
    throw responseTooLarge(
      `It has at most ${most} buckets, those of all nodes together. Send a longer interval, a shorter range or fewer nodes.`,
    );
  }
}

/** The series that grows out of points, bucket by bucket. A bucket without points has no place in it. */
export class Series {
  private readonly states = new Map<number, Accumulator>();

  constructor(
    private readonly buckets: Buckets,
    private readonly newState: () => Accumulator,
    private readonly count: BucketCount,
  ) {}

  add(timestamp: number, value: number): void {
    const start = this.buckets.startOf(timestamp);
    let state = this.states.get(start);
    if (!state) {
      this.count.add();
      this.states.set(start, (state = this.newState()));
    }
    state.add(value);
  }

  /** In the order of time; timestamps in seconds. */
  async points({ pause }: Pick<ReadContext, 'pause'>): Promise<AggregatePoint[]> {
    const points: AggregatePoint[] = [];
    for (const start of Float64Array.from(this.states.keys()).sort()) {
      const aggregate = finite(this.states.get(start)?.result() ?? NaN);
      points.push({ timestamp: toSeconds(start), aggregate });
      if (points.length % perPause === 0) await pause(perPause);
    }
    return points;
  }
}
