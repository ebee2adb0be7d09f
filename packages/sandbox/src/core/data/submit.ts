import type { JsonValue } from '@anedya-docs/openapi-model';
import { CallError } from '../call-error.ts';
import type { Context, Handler } from '../context.ts';
import { callingNode } from '../device/calling-node.ts';
import { findVariables, type Variable } from '../variables/find-variables.ts';
import { insertPoints, type Point } from './insert-points.ts';
import { countPoints } from './point-count.ts';
import { submittedTime } from './submitted-time.ts';
import { toColumns } from './value.ts';

interface Submitted {
  readonly variable: string;
  readonly value: JsonValue;
  readonly timestamp: number;
}

/** The one documented code that differs by transport (reference/device-api.md, 2.2). */
function unknownVariable({ caller }: Context, variable: string): CallError {
  const code = 'transport' in caller && caller.transport === 'mqtt' ? 4040 : 4020;
  return new CallError(
    404,
    'data::variablenotfound',
    `This project has no variable "${variable}". Send the identifier in its exact case, not the name.`,
    code,
  );
}

function toPoint(
  context: Context,
  nodeId: string,
  variables: ReadonlyMap<string, Variable>,
  { variable, value, timestamp }: Submitted,
): Point {
  const definition = variables.get(variable);
  if (!definition) throw unknownVariable(context, variable);
  const columns = toColumns(definition.type, value);
  if (!columns) {
    const text = `The variable "${variable}" takes values of type ${definition.type} only.`;
    throw new CallError(400, 'generic::malformedrequest', text);
  }
  return {
    project_id: context.projectId,
    node_id: nodeId,
    variable,
    timestamp: submittedTime(context, timestamp),
    ...columns,
  };
}

/**
 * Keeps the points of a device, all of them or, when one is rejected, none.
 * @throws CallError with the code 4020 or, over MQTT, 4040 for an unknown variable; `generic::malformedrequest` for a value
 * of another type, a text that is too long or a time in another unit; 429 when the project is full
 */
export const submitData: Handler = async (context, body) => {
  const nodeId = await callingNode(context);
  const data = body.data as unknown as readonly Submitted[];
  const variables = await findVariables(
    context,
    data.map(({ variable }) => variable),
  );
  const points = data.map((entry) => toPoint(context, nodeId, variables, entry));
  await insertPoints(context, points);
  await countPoints(context, points.length);
  return {};
};
