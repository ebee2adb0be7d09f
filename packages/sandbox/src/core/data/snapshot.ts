import { CallError } from '../call-error.ts';
import type { ReadHandler } from '../context.ts';
import { readableVariable } from '../variables/find-variables.ts';
import { newestPoints } from './newest-points.ts';
import { readableNodes } from './nodes.ts';
import { endOfSecond, toSeconds } from './time.ts';

/**
 * The point of each node at a time, or the closest earlier one. The second counts as a whole, as in a range.
 * @throws CallError `data::variablenotfound`, `data::invalidnodeid`; `generic::malformedrequest` for a time that is to come
 */
export const getSnapshot: ReadHandler = async (context, body) => {
  const { variable, nodes, timestamp } = body as unknown as {
    readonly variable: string;
    readonly nodes: readonly string[];
    /** Seconds. */
    readonly timestamp: number;
  };
  const definition = await readableVariable(context, variable);
  const ids = await readableNodes(context, nodes);
  if (timestamp < 0 || timestamp > toSeconds(context.now)) {
    throw new CallError(
      400,
      'generic::malformedrequest',
      `"timestamp" is ${timestamp}. Send a time that is not in the future, in Unix seconds, not milliseconds.`,
    );
  }
  return newestPoints(context, definition, ids, endOfSecond(timestamp));
};
