import type { ReadHandler } from '../context.ts';
import { readableVariable } from '../variables/find-variables.ts';
import { newestPoints } from './newest-points.ts';
import { readableNodes } from './nodes.ts';
import { latestTime } from './time.ts';

/**
 * The newest point of each node, by its own time and not by that of its arrival.
 * @throws CallError `data::variablenotfound`, `data::invalidnodeid`
 */
export const getLatest: ReadHandler = async (context, body) => {
  const { variable, nodes } = body as unknown as {
    readonly variable: string;
    readonly nodes: readonly string[];
  };
  const definition = await readableVariable(context, variable);
  return newestPoints(context, definition, await readableNodes(context, nodes), latestTime);
};
