import { CallError } from '../call-error.ts';
import type { Handler, JsonObject } from '../context.ts';
import { readRange } from '../data/time.ts';
import { readableVariable, type Variable } from '../variables/find-variables.ts';
import { accumulators, type Method } from './accumulators.ts';
import { Buckets } from './buckets.ts';
import { filteredNodes, type Filter } from './filter.ts';
import { readNumbers } from './read-numbers.ts';
import { Series } from './series.ts';
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
 * `generic::malformedrequest` for a variable that has no numbers
 */
export const aggregateByTime: Handler = async (context, body) => {
  const { variable, from, to, config } = body as unknown as Body;
  const { aggregation, interval, responseOptions, filter } = config;
  const definition = await readableVariable(context, variable);
  const range = readRange(from, to, 'aggregates::invalidtimerange');
  const zone = Zone.named(responseOptions?.timezone ?? 'UTC');
  requireNumbers(definition);

  const nodes = await filteredNodes(context, filter);
  const isForEach = aggregation.forEachNode === true && filter?.type === 'include';
  const buckets = new Buckets(zone, interval.measure, interval.interval);
  const newSeries = () => new Series(buckets, accumulators[aggregation.compute]);
  const byNode = new Map<string, Series>();
  const merged = newSeries();
  for (const row of await readNumbers(context, definition, nodes, range, aggregation.compute)) {
    let series = isForEach ? byNode.get(row.node_id) : merged;
    if (!series) byNode.set(row.node_id, (series = newSeries()));
    series.add(row.timestamp, row.number ?? 0, row.count);
  }
  const data = isForEach
    ? Object.fromEntries([...byNode].map(([id, series]) => [id, series.points()]))
    : merged.points();
  return { variable, config: config as unknown as JsonObject, data };
};
