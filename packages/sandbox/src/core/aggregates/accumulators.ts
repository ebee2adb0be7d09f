/**
 * Folds the points of one bucket into a number. They come in the order of time, of several nodes too for the methods of
 * `inOrderOfTime`; for others, node after node.
 */
export interface Accumulator {
  add(value: number): void;
  result(): number;
}

/** Methods of the documentation (reference/platform-api.md, post-aggregates-variable-by-time). */
export type Method = 'sum' | 'avg' | 'median' | 'min' | 'max' | 'diff' | 'deltasum' | 'stddev';

function folding(fold: (sum: number, value: number) => number, start: number) {
  return (): Accumulator => {
    let state = start;
    return { add: (value) => void (state = fold(state, value)), result: () => state };
  };
}

/** Numbers from here on are added up on their own, made smaller by a power of two, which changes no digit of them. */
const huge = { from: 1e300, scale: 2 ** -32 };

/** A sum that rounds once: what each addition loses is added at the end (Neumaier, 1974). */
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

/** Sum of any numbers: it neither overflows on the way, nor loses small numbers beside large ones. */
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

/** Standard deviation of the bucket as the whole population, by Welford's recurrence: no large squares to cancel. */
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

/** Middle value; of an even number of values, the mean of the two in the middle. */
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

/** Sum of the rises from one value to the next in time; falls, such as the reset of a meter, do not count. */
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

/** A new accumulator of each method. */
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

/** Methods for which the order of points matters. Of two nodes' points at one time, those of the later node count as later. */
export const inOrderOfTime: ReadonlySet<Method> = new Set(['diff', 'deltasum']);
