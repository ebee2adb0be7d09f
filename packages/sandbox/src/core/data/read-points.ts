import { prepared } from '../../store/prepared.ts';
import { requireNode } from '../access.ts';
import type { JsonObject, ReadContext } from '../context.ts';
import { CallError } from '../errors.ts';
import { unknownNode } from '../nodes/node.ts';
import { canonicalUuid } from '../text.ts';
import type { Variable } from '../variables/find-variables.ts';
import { oldestKept, type Range, toSeconds } from './time.ts';
import { toValue, type ValueColumns } from './value.ts';

/** Rows of one query: a few milliseconds of SQLite, which works in the thread of all requests. */
const largestPage = 1000;
/** Rows of the smallest query, where a read wants few rows of many nodes. */
const smallestPage = 10;
/** Rows that are held of all nodes while they are merged, where a read wants as many. */
const mergedRows = 20_000;
/** Points of one batch of merged ones: to find each takes a look at every node. */
const batchSize = 500;

export interface StoredPoint extends ValueColumns {
  readonly node: string;
  /** Milliseconds since 1970. */
  readonly timestamp: number;
}

/** Which points of a variable to read. */
interface PointSelection {
  readonly variable: Variable;
  readonly nodes: readonly string[];
  readonly range: Range;
}

type Order = 'asc' | 'desc';

interface PageValues {
  readonly projectId: string;
  readonly node: string;
  readonly variable: string;
  readonly first: number;
  readonly last: number;
  readonly rows: number;
}

function pageQuery(order: Order) {
  return prepared((db, of: PageValues) =>
    db
      .selectFrom('points')
      .select(['timestamp', 'number', 'json'])
      .where('project_id', '=', of.projectId)
      .where('node_id', '=', of.node)
      .where('variable', '=', of.variable)
      .where('timestamp', '>=', of.first)
      .where('timestamp', '<=', of.last)
      .orderBy('timestamp', order)
      .limit(of.rows),
  );
}

const pageQueries = { asc: pageQuery('asc'), desc: pageQuery('desc') };

/** The points of one node in pages, with a pause after each. A node has one point of a variable at a time. */
async function* pagesOf(
  { tx, projectId, now, pause }: ReadContext,
  { variable: { variable, ttl }, range }: PointSelection,
  node: string,
  order: Order,
  rows: number,
): AsyncGenerator<readonly StoredPoint[]> {
  let first = Math.max(range.first, oldestKept(ttl, now));
  let { last } = range;
  for (;;) {
    const page = await pageQueries[order](tx, { projectId, node, variable, first, last, rows });
    await pause(page.length);
    yield page.map(({ timestamp, number, json }) => ({ node, timestamp, number, json }));
    const end = page.at(-1);
    if (!end || page.length < rows) return;
    if (order === 'asc') first = end.timestamp + 1;
    else last = end.timestamp - 1;
  }
}

/** Points in pages, one node after another, those of each in the order of time. */
export async function* pointsByNode(
  context: ReadContext,
  selection: PointSelection,
): AsyncGenerator<readonly StoredPoint[]> {
  for (const node of selection.nodes) {
    yield* pagesOf(context, selection, node, 'asc', largestPage);
  }
}

/** The page of a node that is being merged with those of others. */
interface Head {
  readonly node: string;
  readonly pages: AsyncGenerator<readonly StoredPoint[]>;
  page: readonly StoredPoint[];
  at: number;
}

/** Goes on to the next page of a node. Returns whether there is one. */
async function turnPage(head: Head): Promise<boolean> {
  do {
    const next = await head.pages.next();
    if (next.done) return false;
    head.page = next.value;
    head.at = 0;
  } while (head.page.length === 0);
  return true;
}

/** The head whose point comes next: by time, and at one time by node. */
function foremost(heads: readonly Head[], sign: 1 | -1): Head | undefined {
  let [best, least] = [undefined as Head | undefined, 0];
  for (const head of heads) {
    const time = sign * (head.page[head.at]?.timestamp ?? 0);
    const isBefore =
      !best || time < least || (time === least && head.node < best.node === sign > 0);
    if (isBefore) [best, least] = [head, time];
  }
  return best;
}

/**
 * Points of all nodes together in the order of time, in batches. To take the first points only, stop reading: of each node no
 * more than a page is read ahead.
 * @param wanted how many points are likely to be taken
 */
export async function* pointsByTime(
  context: ReadContext,
  selection: PointSelection,
  order: Order,
  wanted: number,
): AsyncGenerator<readonly StoredPoint[]> {
  const { nodes } = selection;
  const share = Math.ceil(Math.min(wanted, mergedRows) / nodes.length);
  const rows = Math.min(Math.max(share, smallestPage), largestPage);
  const heads: Head[] = [];
  for (const node of nodes) {
    const head = { node, pages: pagesOf(context, selection, node, order, rows), page: [], at: 0 };
    if (await turnPage(head)) heads.push(head);
  }
  let batch: StoredPoint[] = [];
  for (;;) {
    const head = foremost(heads, order === 'asc' ? 1 : -1);
    const point = head?.page[head.at];
    if (!head || !point) return;
    batch.push(point);
    head.at += 1;
    const isPageDone = head.at === head.page.length;
    if (!isPageDone && batch.length < batchSize) continue;
    await context.pause(batch.length);
    yield batch;
    batch = [];
    if (isPageDone && !(await turnPage(head))) heads.splice(heads.indexOf(head), 1);
  }
}

/**
 * The newest point of each node that is not later than `last`, by node id. One statement, which looks each node's point
 * up by the key.
 * @param last milliseconds since 1970
 */
export async function newestPoints(
  { tx, projectId, now, pause }: ReadContext,
  { variable, ttl }: Variable,
  nodes: readonly string[],
  last: number,
): Promise<{ readonly count: number; readonly data: JsonObject }> {
  if (nodes.length === 0) return { count: 0, data: {} };
  const rows = await tx
    .selectFrom((from) =>
      from
        .selectFrom('nodes')
        .where('nodes.project_id', '=', projectId)
        .where('nodes.id', 'in', nodes)
        .select((node) => [
          'nodes.id as node',
          node
            .selectFrom('points as earlier')
            .select(({ fn }) => fn.max('earlier.timestamp').as('newest'))
            .where('earlier.project_id', '=', projectId)
            .whereRef('earlier.node_id', '=', 'nodes.id')
            .where('earlier.variable', '=', variable)
            .where('earlier.timestamp', '>=', oldestKept(ttl, now))
            .where('earlier.timestamp', '<=', last)
            .as('newest'),
        ])
        .as('newest_of'),
    )
    .innerJoin('points', (join) =>
      join
        .onRef('points.node_id', '=', 'newest_of.node')
        .onRef('points.timestamp', '=', 'newest_of.newest')
        .on('points.project_id', '=', projectId)
        .on('points.variable', '=', variable),
    )
    .select(['points.node_id', 'points.timestamp', 'points.number', 'points.json'])
    .execute();
  await pause(rows.length);
  const points = rows.map(
    (row) => [row.node_id, { timestamp: toSeconds(row.timestamp), value: toValue(row) }] as const,
  );
  return { count: points.length, data: Object.fromEntries(points) };
}

/**
 * The nodes that a data call names, each once.
 * @throws CallError `data::invalidnodeid` for an unknown one, or `auth::accessdenied` for a token without it
 */
export async function readableNodes(
  context: ReadContext,
  nodes: readonly string[],
): Promise<readonly string[]> {
  const ids = [...new Set(nodes.map(canonicalUuid))];
  for (const id of ids) requireNode(context, id);
  const unknown = await unknownNode(context, ids);
  if (unknown !== undefined) {
    throw new CallError(404, 'data::invalidnodeid', `This project has no node ${unknown}.`);
  }
  return ids;
}
