import { CallError } from '../call-error.ts';
import type { JsonObject, ReadHandler } from '../context.ts';
import { pointsByNode, pointsByTime } from '../data/read-points.ts';
import { readRange } from '../data/time.ts';
import { readableVariable, type Variable } from '../variables/find-variables.ts';
import { accumulators, inOrderOfTime, type Method } from './accumulators.ts';
import { Buckets } from './buckets.ts';
import { filteredNodes, type Filter } from './filter.ts';
import { BucketCount, Series } from './series.ts';
import type { Measure } from './wall-buckets.ts';
import { Zone } from './zone.ts';

interface Config {
  readonly aggregation: { readonly compute: Method; readonly forEachNode?: boolean };
  readonly interval: { readonly measure: Measure; readonly interval: number };
  readonly responseOptions?: { readonly timezone?: string };
  readonly filter?: Filter;
}

interface Body {
  readonly variable: string;
  /** Seconds, as `to`. */
  readonly from: number;
  readonly to: number;
  readonly config: Config;
}

function requireNumbers({ variable, type }: Variable): void {
  if (type === 'float') return;
  const text = `"${variable}" is of type ${type}. Only variables of type float can be aggregated.`;
  throw new CallError(400, 'generic::malformedrequest', text);
}

/**
 * One number for each bucket of the calendar that has points, for each node of an `include` filter or for all nodes
 * together.
 * @throws CallError `data::variablenotfound`, `aggregates::invalidtimerange`, `aggregates::invalidtimezone`,
 * `generic::malformedrequest` for a variable that has no numbers, `sandbox::responsetoolarge`
 */
export const aggregateByTime: ReadHandler = async (context, body) => {
  const { variable, from, to, config } = body as unknown as Body;
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
  const described = { variable, config: config as unknown as JsonObject };
  if (!isForEach) return { ...described, data: await merged.points(context) };
  const data: JsonObject = {};
  for (const [id, series] of byNode) data[id] = await series.points(context);
  return { ...described, data };
};
