import { toSeconds } from '../data/time.ts';
import type { Accumulator } from './accumulators.ts';
import type { Buckets } from './buckets.ts';

/** One number of one bucket. A type, not an interface, so that it counts as JSON. */
// eslint-disable-next-line @typescript-eslint/consistent-type-definitions
export type AggregatePoint = { timestamp: number; aggregate: number };

/** JSON has no infinity: what is beyond the largest number is answered as that. */
function finite(value: number): number {
  if (Number.isNaN(value)) return Number.MAX_VALUE;
  return Math.min(Math.max(value, -Number.MAX_VALUE), Number.MAX_VALUE);
}

/** The series that grows out of points, bucket by bucket. A bucket without points has no place in it. */
export class Series {
  private readonly states = new Map<number, Accumulator>();

  constructor(
    private readonly buckets: Buckets,
    private readonly newState: () => Accumulator,
  ) {}

  add(timestamp: number, value: number, count = 1): void {
    const start = this.buckets.startOf(timestamp);
    let state = this.states.get(start);
    if (!state) this.states.set(start, (state = this.newState()));
    state.add(timestamp, value, count);
  }

  /** In the order of time; timestamps in seconds. */
  points(): AggregatePoint[] {
    return [...this.states]
      .sort(([a], [b]) => a - b)
      .map(([start, state]) => ({
        timestamp: toSeconds(start),
        aggregate: finite(state.result()),
      }));
  }
}
