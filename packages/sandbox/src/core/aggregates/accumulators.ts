/** Folds the points of one bucket into a number. Those of one node come in the order of time, nodes one after another. */
export interface Accumulator {
  /**
   * @param count how many points the value stands for: above 1 for `sum`, `avg`, `min` and `max` alone, of which `avg` gets
   * their sum
   */
  add(timestamp: number, value: number, count: number): void;
  result(): number;
}

/** Methods of the documentation (reference/platform-api.md, post-aggregates-variable-by-time). */
export type Method = 'sum' | 'avg' | 'median' | 'min' | 'max' | 'diff' | 'deltasum' | 'stddev';

function folding(fold: (sum: number, value: number) => number, start: number) {
  return (): Accumulator => {
    let state = start;
    return { add: (_, value) => (state = fold(state, value)), result: () => state };
  };
}

function average(): Accumulator {
  let [sum, points] = [0, 0];
  return {
    add: (_, value, count) => {
      sum += value;
      points += count;
    },
    result: () => sum / points,
  };
}

/** Standard deviation of the bucket as the whole population, by Welford's recurrence: no large squares to cancel. */
function deviation(): Accumulator {
  let [count, mean, squares] = [0, 0, 0];
  return {
    add: (_, value) => {
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
    add: (_, value) => void values.push(value),
    result: () => {
      const sorted = Float64Array.from(values).sort();
      const middle = sorted.length >> 1;
      const upper = sorted[middle] ?? 0;
      return sorted.length % 2 === 1 ? upper : (sorted[middle - 1] ?? 0) / 2 + upper / 2;
    },
  };
}

/** Last value minus the first. Of two nodes' points at one moment, those of the later node count as later. */
function difference(): Accumulator {
  let first = { timestamp: Infinity, value: 0 };
  let last = { timestamp: -Infinity, value: 0 };
  return {
    add: (timestamp, value) => {
      if (timestamp < first.timestamp) first = { timestamp, value };
      if (timestamp >= last.timestamp) last = { timestamp, value };
    },
    result: () => last.value - first.value,
  };
}

/** Sum of the rises from one value to the next in time; falls, such as the reset of a meter, do not count. */
function deltaSum(): Accumulator {
  const points: { readonly timestamp: number; readonly value: number }[] = [];
  return {
    add: (timestamp, value) => void points.push({ timestamp, value }),
    result: () => {
      points.sort((a, b) => a.timestamp - b.timestamp);
      let [sum, previous] = [0, Infinity];
      for (const { value } of points) {
        if (value > previous) sum += value - previous;
        previous = value;
      }
      return sum;
    },
  };
}

/** A new accumulator of each method. */
export const accumulators: Readonly<Record<Method, () => Accumulator>> = {
  sum: folding((sum, value) => sum + value, 0),
  min: folding(Math.min, Infinity),
  max: folding(Math.max, -Infinity),
  avg: average,
  median,
  stddev: deviation,
  diff: difference,
  deltasum: deltaSum,
};
