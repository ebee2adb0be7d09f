import { Buckets, Zone } from './buckets.ts';
import type { Handlers, JsonObject, ReadContext, ReadHandler, RequestBodies } from '../context.ts';
import { pointsByNode, pointsByTime } from '../data/read-points.ts';
import { malformed } from '../errors.ts';
import { limits } from '../limits.ts';
import { responseTooLarge } from '../read-limiter.ts';
import { canonicalUuid, excerpt } from '../text.ts';
import { readRange, toSeconds } from '../time.ts';
import { readableVariable, type Variable } from '../variables.ts';

/**
 * Reduces the points of one bucket to a number. Points arrive one node after another, or, for methods in `inOrderOfTime`,
 * sorted by time across nodes.
 */
interface Accumulator {
  add(value: number): void;
  result(): number;
}

/** Aggregation methods (specs/facts/platform-api.md, post-aggregates-variable-by-time). */
export type Method = 'sum' | 'avg' | 'median' | 'min' | 'max' | 'diff' | 'deltasum' | 'stddev';

function folding(fold: (sum: number, value: number) => number, start: number) {
  return (): Accumulator => {
    let state = start;
    return { add: (value) => void (state = fold(state, value)), result: () => state };
  };
}

/** Numbers of at least this size are summed separately. They are scaled down by a power of two, which is exact. */
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

/**
 * Sum that does not overflow in between and does not lose small numbers next to large ones.
 * @param divisorOf returns what the sum is divided by, before large numbers are scaled up again
 */
function summing(divisorOf: (points: number) => number) {
  return (): Accumulator => {
    const [large, others] = [new Sum(), new Sum()];
    let points = 0;
    return {
      add: (value) => {
        if (Math.abs(value) >= huge.from) large.add(value * huge.scale);
        else others.add(value);
        points += 1;
      },
      result: () => {
        const divisor = divisorOf(points);
        return others.value / divisor + large.value / divisor / huge.scale;
      },
    };
  };
}

/** Population standard deviation of scaled values, by Welford's recurrence, which avoids the cancellation of large squares. */
function scaledDeviation(scale: number): Accumulator {
  let [count, mean, squares] = [0, 0, 0];
  return {
    add: (value) => {
      count += 1;
      const difference = value * scale - mean;
      mean += difference / count;
      squares += difference * (value * scale - mean);
    },
    result: () => Math.sqrt(squares / count),
  };
}

/** Powers of two by which values are scaled, which is exact: squares of very large and of very small ones are no numbers. */
const deviationScales = [1, 2 ** -540, 2 ** 540];

/** Population standard deviation, with the first scale at which the squares can be represented. */
function deviation(): Accumulator {
  const scaled = deviationScales.map((scale) => ({ scale, deviation: scaledDeviation(scale) }));
  return {
    add: (value) => {
      for (const one of scaled) one.deviation.add(value);
    },
    result: () => {
      const results = scaled.map((one) => ({ scale: one.scale, root: one.deviation.result() }));
      const found = results.find(({ root }) => root > 1e-150 && root < Infinity);
      return found ? found.root / found.scale : 0;
    },
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
const accumulators: Readonly<Record<Method, () => Accumulator>> = {
  sum: summing(() => 1),
  min: folding(Math.min, Infinity),
  max: folding(Math.max, -Infinity),
  avg: summing((points) => points),
  median,
  stddev: deviation,
  diff: difference,
  deltasum: deltaSum,
};

/** Methods that depend on the order of points. Points of several nodes with the same timestamp are ordered by node. */
const inOrderOfTime: ReadonlySet<Method> = new Set(['diff', 'deltasum']);

/** Returns the ids of the nodes to read, sorted. Ids in a filter that the project does not have are ignored. */
async function filteredNodes(
  { tx, projectId }: ReadContext,
  filter: RequestBodies['platform/post-aggregates-variable-by-time']['config']['filter'],
): Promise<readonly string[]> {
  const rows = await tx
    .selectFrom('nodes')
    .select('id')
    .where('project_id', '=', projectId)
    .execute();
  const ids = rows.map(({ id }) => id).sort();
  if (!filter) return ids;
  const named = new Set(filter.nodes.map(canonicalUuid));
  return ids.filter((id) => named.has(id) === (filter.type === 'include'));
}

/** One value of one bucket. It is a type because an interface would not be assignable to JSON. */
type AggregatePoint = Record<'timestamp' | 'aggregate', number>;

/** Buckets computed between two pauses. Each may have to sort its points. */
const perPause = 1000;

/** JSON has no infinity: larger values are returned as the largest number. */
function finite(value: number): number {
  if (Number.isNaN(value)) return Number.MAX_VALUE;
  return Math.min(Math.max(value, -Number.MAX_VALUE), Number.MAX_VALUE);
}

/** Counts the buckets of all series of one response. */
class BucketCount {
  private count = 0;

  /** @throws RequestError `sandbox::responsetoolarge` above the limit of a response */
  add(): void {
    this.count += 1;
    const { buckets } = limits.reads;
    if (this.count <= buckets) return;
    const most = buckets.toLocaleString('en');
    throw responseTooLarge(
      `A response has at most ${most} buckets for all nodes together. Send a longer interval, a shorter range or fewer nodes.`,
    );
  }
}

/** Builds a series from points, bucket by bucket. Buckets without points are left out. */
class Series {
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

  /** Sorted by time; timestamps are in seconds. */
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

function requireNumbers({ variable, type }: Variable): void {
  if (type === 'float') return;
  const text = `"${excerpt(variable)}" is of type ${type}. Only variables of type float can be aggregated.`;
  throw malformed(text);
}

/**
 * Aggregates one value for each calendar bucket that has points: for each node of an `include` filter, or for all nodes
 * together.
 * @throws RequestError `data::variablenotfound`, `aggregates::invalidtimerange`, `aggregates::invalidtimezone`,
 * `generic::malformedrequest` for a variable that is not numeric, `sandbox::responsetoolarge`
 */
const aggregateByTime: ReadHandler<'platform/post-aggregates-variable-by-time'> = async (
  context,
  body,
) => {
  const { variable, from, to, config } = body;
  const { aggregation, interval, responseOptions, filter } = config;
  const definition = await readableVariable(context, variable);
  const range = readRange(from, to, 'aggregates::invalidtimerange');
  const zone = Zone.named(responseOptions?.timezone ?? 'UTC');
  requireNumbers(definition);

  const nodes = await filteredNodes(context, filter);
  const isForEach = aggregation.forEachNode === true && filter?.type === 'include';
  const buckets = new Buckets(zone, interval.measure, interval.interval);
  const count = new BucketCount();
  const newSeries = () => new Series(buckets, accumulators[aggregation.compute], count);
  const byNode = new Map<string, Series>();
  const merged = newSeries();
  const selection = { variable: definition, nodes, range };
  const isMerging = !isForEach && inOrderOfTime.has(aggregation.compute);
  const pages = isMerging
    ? pointsByTime(context, selection, 'asc', Infinity)
    : pointsByNode(context, selection);
  for await (const page of pages) {
    for (const { node, timestamp, number } of page) {
      let series = isForEach ? byNode.get(node) : merged;
      if (!series) byNode.set(node, (series = newSeries()));
      series.add(timestamp, number ?? 0);
    }
  }
  // The body is validated JSON, although its type has optional fields.
  const described = { variable, config: config as unknown as JsonObject };
  if (!isForEach) return { ...described, data: await merged.points(context) };
  const data: JsonObject = {};
  for (const [id, series] of byNode) data[id] = await series.points(context);
  return { ...described, data };
};

export const aggregatesHandlers = {
  'platform/post-aggregates-variable-by-time': { largeRead: aggregateByTime },
} satisfies Partial<Handlers>;
