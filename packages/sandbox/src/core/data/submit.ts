import type { Insertable } from 'kysely';
import type { PointTable } from '../../store/database.ts';
import { prepared } from '../../store/prepared.ts';
import type { Context, Handler, RequestBodies } from '../context.ts';
import { CallError } from '../errors.ts';
import { callingNode } from '../nodes/node.ts';
import { findVariables, type Variable } from '../variables/find-variables.ts';
import { chunks } from './chunks.ts';
import { countPoints } from './point-count.ts';
import { submittedTime } from './time.ts';
import { toColumns } from './value.ts';

type Point = Insertable<PointTable>;

/** Rows of six parameters per statement: SQLite allows 32,766 parameters. */
const perInsert = 1000;

const insert = prepared((db, { rows }: { readonly rows: readonly Point[] }) =>
  db
    .insertInto('points')
    .values(rows)
    .onConflict((conflict) =>
      conflict.columns(['project_id', 'node_id', 'variable', 'timestamp']).doUpdateSet((row) => ({
        number: row.ref('excluded.number'),
        json: row.ref('excluded.json'),
      })),
    ),
);

/**
 * Writes points. A point replaces an earlier one with the same node, variable and time, also within the list, because a
 * statement cannot update a row twice.
 */
async function insertPoints({ tx }: Context, points: readonly Point[]): Promise<void> {
  const last = new Map(points.map((point) => [`${point.timestamp} ${point.variable}`, point]));
  for (const part of chunks([...last.values()], perInsert)) {
    await insert(tx, { rows: part });
  }
}

/** The only documented code that depends on the transport (reference/device-api.md, 2.2). */
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
  { variable, value, timestamp }: RequestBodies['device/submitdata']['data'][number],
): Point {
  const definition = variables.get(variable);
  if (!definition) throw unknownVariable(context, variable);
  const columns = toColumns(definition.type, value);
  if (!columns) {
    const text = `The variable "${variable}" accepts only values of type ${definition.type}.`;
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
 * Stores the points of a device: all of them, or none if one is rejected.
 * @throws CallError with code 4020 or, over MQTT, 4040 for an unknown variable; `generic::malformedrequest` for a value of
 * the wrong type, text that is too long or a timestamp in the wrong unit; 429 if the project is full
 */
export const submitData: Handler<'device/submitdata'> = async (context, body) => {
  const nodeId = await callingNode(context);
  const data = body.data;
  const variables = await findVariables(
    context,
    data.map(({ variable }) => variable),
  );
  const points = data.map((entry) => toPoint(context, nodeId, variables, entry));
  await insertPoints(context, points);
  await countPoints(context, points.length);
  return {};
};
