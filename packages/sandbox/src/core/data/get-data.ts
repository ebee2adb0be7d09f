import type { ReadHandler } from '../context.ts';
import { CallError } from '../call-error.ts';
import { limits } from '../limits.ts';
import { responseTooLarge } from '../response-too-large.ts';
import { readableVariable } from '../variables/find-variables.ts';
import { readableNodes } from './nodes.ts';
import { pointsByTime, type StoredPoint } from './read-points.ts';
import { utf8Length } from './storable-text.ts';
import { readRange, toSeconds } from './time.ts';
import { toValue } from './value.ts';

/** Points of one response. */
const largestResponse = 10_000;

interface Body {
  readonly variable: string;
  readonly nodes: readonly string[];
  /** Seconds, as `to`. */
  readonly from: number;
  readonly to: number;
  readonly limit?: number;
  readonly order?: 'asc' | 'desc';
}

// A type, not an interface, so that it counts as JSON.
// eslint-disable-next-line @typescript-eslint/consistent-type-definitions
type DataPoint = { timestamp: number; value: ReturnType<typeof toValue> };

function readLimit(limit: number): number {
  if (limit === 0) return largestResponse;
  if (limit > 0) return Math.min(limit, largestResponse);
  const text = `"limit" is ${limit}. Send 1 to 10,000, or 0 for no limit of your own.`;
  throw new CallError(400, 'generic::malformedrequest', text);
}

/** Bytes of a point in the response beside its text: no fewer than it has. */
const pointBytes = 64;

/** Collects points by node, as long as the response can be sent. */
class CollectedPoints {
  readonly data: Record<string, DataPoint[]> = {};
  count = 0;
  private bytes = 0;

  add(point: StoredPoint): void {
    this.bytes += pointBytes + (point.json === null ? 0 : utf8Length(point.json));
    if (this.bytes > limits.reads.responseBytes) {
      throw responseTooLarge(`Send "limit" ${this.count} or less, or a shorter range.`);
    }
    const entry = { timestamp: toSeconds(point.timestamp), value: toValue(point) };
    (this.data[point.node] ??= []).push(entry);
    this.count += 1;
  }
}

/**
 * Points of a time range. The limit counts over all nodes together: what it leaves out lies, for every node, beyond the
 * last point of the response.
 * @throws CallError `data::variablenotfound`, `data::invalidnodeid`, `generic::malformedrequest`,
 * `sandbox::responsetoolarge`
 */
export const getData: ReadHandler = async (context, body) => {
  const { variable, nodes, from, to, limit = 0, order = 'desc' } = body as unknown as Body;
  const definition = await readableVariable(context, variable);
  const selection = {
    variable: definition,
    nodes: await readableNodes(context, nodes),
    range: readRange(from, to, 'generic::malformedrequest'),
  };
  const most = readLimit(limit);
  const collected = new CollectedPoints();
  for await (const batch of pointsByTime(context, selection, order, most)) {
    for (const point of batch.slice(0, most - collected.count)) collected.add(point);
    if (collected.count === most) break;
  }
  const { count, data } = collected;
  return { variable, count, startTime: from, endTime: to, data };
};
