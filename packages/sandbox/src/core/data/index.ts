import type { Insertable } from 'kysely';
import type { PointTable } from '../../store/database.ts';
import { prepared } from '../../store/prepared.ts';
import type {
  Context,
  Handler,
  Handlers,
  JsonObject,
  ReadHandler,
  RequestBodies,
} from '../context.ts';
import { malformed, RequestError } from '../errors.ts';
import { limits } from '../limits.ts';
import { authenticatedNode, childByAlias } from '../node-records.ts';
import { chunks } from '../page.ts';
import { responseTooLarge } from '../read-limiter.ts';
import { checkKey, excerpt, utf8Length } from '../text.ts';
import { endOfSecond, latestTime, readRange, submittedTime, toSeconds } from '../time.ts';
import { findVariables, readableVariable, type Variable } from '../variables.ts';
import { countPoints, toColumns, toValue } from './stored-points.ts';
import { newestPoints, pointsByTime, readableNodes, type StoredPoint } from './read-points.ts';

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

/** The only documented code that depends on the transport (specs/facts/device-api.md, 2.2). */
function unknownVariable({ principal }: Context, variable: string): RequestError {
  const code = 'transport' in principal && principal.transport === 'mqtt' ? 4040 : 4020;
  return new RequestError(
    404,
    'data::variablenotfound',
    `This project has no variable "${excerpt(variable)}". Send the identifier in its exact case, not the name.`,
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
    const text = `The variable "${excerpt(variable)}" accepts only values of type ${definition.type}.`;
    throw malformed(text);
  }
  return {
    project_id: context.projectId,
    node_id: nodeId,
    variable,
    timestamp: submittedTime(context, timestamp),
    ...columns,
  };
}

async function storePoints(
  context: Context,
  nodeId: string,
  data: RequestBodies['device/submitdata']['data'],
): Promise<JsonObject> {
  const variables = await findVariables(
    context,
    data.map(({ variable }) => variable),
  );
  const points = data.map((entry) => toPoint(context, nodeId, variables, entry));
  await insertPoints(context, points);
  await countPoints(context, points.length);
  for (const [index, { variable, value }] of data.entries()) {
    const [type = '', timestamp = 0] = [variables.get(variable)?.type, points[index]?.timestamp];
    context.publish({ kind: 'point', nodeId, variable, type, value, timestamp });
  }
  return {};
}

/**
 * Stores the points of a device: all of them, or none if one is rejected.
 * @throws RequestError with code 4020 or, over MQTT, 4040 for an unknown variable; `generic::malformedrequest` for a value of
 * the wrong type, text that is too long or a timestamp in the wrong unit; 429 if the project is full
 */
const submitData: Handler<'device/submitdata'> = async (context, body) =>
  storePoints(context, await authenticatedNode(context), body.data);

/**
 * Stores the points of a child node that its gateway submits (specs/facts/device-api.md, 8).
 * @throws RequestError `node::childnotfound` for an alias that no child of the gateway has, and as `submitData`
 */
const submitChildData: Handler<'device/gateway-submitdata'> = async (context, body) => {
  const gatewayId = await authenticatedNode(context);
  const { childAlias, data } = body;
  checkKey('childAlias', childAlias);
  const childId = await childByAlias(context, gatewayId, childAlias);
  return storePoints(context, childId, data);
};

/** Limits of one response. */
const largestResponse = 10_000;

// A type, because an interface would not be assignable to JSON.
type DataPoint = Record<'timestamp', number> & Record<'value', ReturnType<typeof toValue>>;

function readLimit(limit: number): number {
  if (limit === 0) return largestResponse;
  if (limit > 0) return Math.min(limit, largestResponse);
  const text = `"limit" is ${limit}. Send 1 to 10,000, or 0 for no limit.`;
  throw malformed(text);
}

/** Upper bound of the bytes of a point in the response, without its text. */
const pointBytes = 64;

/** Collects points by node, up to the largest response. */
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
 * Returns the points of a time range. The limit counts points of all nodes; points that are left out are later than the last
 * returned point of each node.
 * @throws RequestError `data::variablenotfound`, `data::invalidnodeid`, `generic::malformedrequest`,
 * `sandbox::responsetoolarge`
 */
const getData: ReadHandler<'platform/data-get-data'> = async (context, body) => {
  const { variable, nodes, from, to, limit = 0, order = 'desc' } = body;
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

/**
 * Returns the newest point of each node, by its timestamp, not its arrival.
 * @throws RequestError `data::variablenotfound`, `data::invalidnodeid`
 */
const getLatest: ReadHandler<'platform/variables-latest'> = async (context, body) => {
  const { variable, nodes } = body;
  const definition = await readableVariable(context, variable);
  return newestPoints(context, definition, await readableNodes(context, nodes), latestTime);
};

/**
 * Returns the point of each node at a time, or the closest earlier one. The whole second is included, as in a range.
 * @throws RequestError `data::variablenotfound`, `data::invalidnodeid`; `generic::malformedrequest` for a future time
 */
const getSnapshot: ReadHandler<'platform/variables-snapshot'> = async (context, body) => {
  const { variable, nodes, timestamp } = body;
  const definition = await readableVariable(context, variable);
  const ids = await readableNodes(context, nodes);
  if (timestamp < 0 || timestamp > toSeconds(context.now)) {
    throw malformed(
      `"timestamp" is ${timestamp}. Send a time that is not in the future, in Unix seconds, not milliseconds.`,
    );
  }
  return newestPoints(context, definition, ids, endOfSecond(timestamp));
};

/**
 * Returns the time to a device, in milliseconds (specs/facts/device-api.md, http-time-sync). The clock has a resolution of a
 * millisecond and the request is handled within one, so the receive and send times are equal.
 */
const synchronizeTime: Handler<'device/http-time-sync'> = ({ now }, { deviceSendTime }) =>
  Promise.resolve({
    ...(deviceSendTime === undefined ? {} : { deviceSendTime }),
    serverReceiveTime: now,
    serverSendTime: now,
  });

export const dataHandlers = {
  'platform/data-get-data': { largeRead: getData },
  'platform/variables-latest': { largeRead: getLatest },
  'platform/variables-snapshot': { largeRead: getSnapshot },
  'device/submitdata': submitData,
  'device/gateway-submitdata': submitChildData,
  'device/http-time-sync': synchronizeTime,
} satisfies Partial<Handlers>;
