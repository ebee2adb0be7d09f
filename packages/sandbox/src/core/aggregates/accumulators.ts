/**
 * Reduces the points of one bucket to a number. Points arrive one node after another, or, for methods in `inOrderOfTime`,
 * sorted by time across nodes.
 */
export interface Accumulator {
  add(value: number): void;
  result(): number;
}

/** Aggregation methods (reference/platform-api.md, post-aggregates-variable-by-time). */
export type Method = 'sum' | 'avg' | 'median' | 'min' | 'max' | 'diff' | 'deltasum' | 'stddev';

function folding(fold: (sum: number, value: number) => number, start: number) {
  return (): Accumulator => {
    let state = start;
    return { add: (value) => void (state = fold(state, value)), result: () => state };
  };
}

/** Numbers of at least this size are summed separately, scaled down by a power of two, which is exact. */
const huge = { from: 1e300, scale: 2 ** -32 };

/** A sum with compensation for rounding errors (Neumaier, 1974). */
class Sum {
  private sum = 0;
  private lost = 0;

  add(value: number): void {
    const sum = this.sum + value;
    const isLarger = Math.abs(this.sum) >= Math.abs(value);
    this.lost += isLarger ? this.sum - sum + value : value - sum + this.sum;
    this.sum = sum;
  }

  get value(): number {
    return this.sum + this.lost;
  }
}

/** Sum that does not overflow in between and does not lose small numbers next to large ones. */
function summing(resultOf: (sum: number, points: number) => number) {
  return (): Accumulator => {
    const [large, others] = [new Sum(), new Sum()];
    let points = 0;
    return {
      add: (value) => {
        if (Math.abs(value) >= huge.from) large.add(value * huge.scale);
        else others.add(value);
        points += 1;
      },
      result: () => resultOf(others.value + large.value / huge.scale, points),
    };
  };
}

/** Population standard deviation, by Welford's recurrence, which avoids the cancellation of large squares. */
function deviation(): Accumulator {
  let [count, mean, squares] = [0, 0, 0];
  return {
    add: (value) => {
      count += 1;
      const difference = value - mean;
      mean += difference / count;
      squares += difference * (value - mean);
    },
    result: () => Math.sqrt(squares / count),
  };
}

/** Median; for an even number of values, the mean of the two in the middle. */
function median(): Accumulator {
  const values: number[] = [];
  return {
    add: (value) => void values.push(value),
    result: () => {
      const sorted = Float64Array.from(values).sort();
      const middle = sorted.length >> 1;
      const upper = sorted[middle] ?? 0;
      return sorted.length % 2 === 1 ? upper : (sorted[middle - 1] ?? 0) / 2 + upper / 2;
    },
  };
}

/** Last value minus the first. */
function difference(): Accumulator {
  let first: number | undefined;
  let last = 0;
  return {
    add: (value) => {
      first ??= value;
      last = value;
    },
    result: () => last - (first ?? last),
  };
}

/** Sum of the increases from one value to the next in time. Decreases, such as a meter reset, do not count. */
function deltaSum(): Accumulator {
  let [sum, previous] = [0, Infinity];
  return {
    add: (value) => {
      if (value > previous) sum += value - previous;
      previous = value;
    },
    result: () => sum,
  };
}

/** Creates an accumulator for each method. */
export const accumulators: Readonly<Record<Method, () => Accumulator>> = {
  sum: summing((sum) => sum),
  min: folding(Math.min, Infinity),
  max: folding(Math.max, -Infinity),
  avg: summing((sum, points) => sum / points),
  median,
  stddev: deviation,
  diff: difference,
  deltasum: deltaSum,
};

/** Methods that depend on the order of points. Points of several nodes with the same timestamp are ordered by node. */
export const inOrderOfTime: ReadonlySet<Method> = new Set(['diff', 'deltasum']);
