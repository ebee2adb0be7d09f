import type { JsonValue } from '@anedya-docs/openapi-model';
import { CallError } from '../call-error.ts';
import type { Context, Handler } from '../context.ts';
import { readableVariable, type Variable } from '../variables/find-variables.ts';
import { readableNodes } from './nodes.ts';
import { oldestKept } from './retention.ts';
import { readRange, toSeconds, type Range } from './time.ts';
import { toValue } from './value.ts';

/** Points of one answer. */
const largestAnswer = 10_000;

interface Body {
  readonly variable: string;
  readonly nodes: readonly string[];
  /** Seconds, as `to`. */
  readonly from: number;
  readonly to: number;
  readonly limit?: number;
  readonly order?: 'asc' | 'desc';
}

function readLimit(limit: number): number {
  if (limit === 0) return largestAnswer;
  if (limit > 0) return Math.min(limit, largestAnswer);
  const text = `"limit" is ${limit}. Send 1 to 10,000, or 0 for no limit of your own.`;
  throw new CallError(400, 'generic::malformedrequest', text);
}

function selectPoints(
  { tx, projectId, now }: Context,
  variable: Variable,
  nodes: readonly string[],
  { first, last }: Range,
) {
  return tx
    .selectFrom('points')
    .select(['node_id', 'timestamp', 'number', 'json'])
    .where('project_id', '=', projectId)
    .where('node_id', 'in', nodes)
    .where('variable', '=', variable.variable)
    .where('timestamp', '>=', Math.max(first, oldestKept(variable.ttl, now)))
    .where('timestamp', '<=', last);
}

/**
 * Points of a time range. The limit counts over all nodes together: what it leaves out lies, for every node, beyond the
 * last point of the answer.
 * @throws CallError `data::variablenotfound`, `data::invalidnodeid`, `generic::malformedrequest`
 */
export const getData: Handler = async (context, body) => {
  const { variable, nodes, from, to, limit = 0, order = 'desc' } = body as unknown as Body;
  const definition = await readableVariable(context, variable);
  const ids = await readableNodes(context, nodes);
  const range = readRange(from, to, 'generic::malformedrequest');
  const rows = await selectPoints(context, definition, ids, range)
    .orderBy('timestamp', order)
    .orderBy('node_id', order)
    .limit(readLimit(limit))
    .execute();
  const data: Record<string, JsonValue[]> = {};
  for (const row of rows) {
    const point = { timestamp: toSeconds(row.timestamp), value: toValue(row) };
    (data[row.node_id] ??= []).push(point);
  }
  return { variable, count: rows.length, startTime: from, endTime: to, data };
};
