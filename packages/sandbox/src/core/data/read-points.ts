import { prepared } from '../../store/prepared.ts';
import { permitNode } from '../access.ts';
import type { JsonObject, ReadContext } from '../context.ts';
import { RequestError } from '../errors.ts';
import { unknownNode } from '../node-records.ts';
import { canonicalUuid } from '../text.ts';
import type { Variable } from '../variables.ts';
import { oldestKept, type Range, toSeconds } from '../time.ts';
import { toValue, type ValueColumns } from './stored-points.ts';

/** Rows per query: a few milliseconds of SQLite, which runs in the thread of all requests. */
const largestPage = 1000;
/** Rows of the smallest query, for a read of a few rows from many nodes. */
const smallestPage = 10;
/** Rows in memory for all nodes during a merge, if the read wants that many. */
const mergedRows = 20_000;
/** Points per batch of a merge: each point is compared with those of every node. */
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

/**
 * Yields the points of one node in pages, with a pause after each. A node has at most one point of a variable per timestamp.
 */
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

/** Yields points in pages, one node after another, each sorted by time. */
export async function* pointsByNode(
  context: ReadContext,
  selection: PointSelection,
): AsyncGenerator<readonly StoredPoint[]> {
  for (const node of selection.nodes) {
    yield* pagesOf(context, selection, node, 'asc', largestPage);
  }
}

/** Position in the current page of one node during a merge. */
interface Head {
  readonly node: string;
  readonly pages: AsyncGenerator<readonly StoredPoint[]>;
  page: readonly StoredPoint[];
  at: number;
}

/** Loads the next page of a node. Returns whether there is one. */
async function turnPage(head: Head): Promise<boolean> {
  do {
    const next = await head.pages.next();
    if (next.done) return false;
    head.page = next.value;
    head.at = 0;
  } while (head.page.length === 0);
  return true;
}

/** Returns the cursor of the next point, by time and then by node. */
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
 * Yields the points of all nodes sorted by time, in batches. Stop reading to get only the first points: at most one page per
 * node is read ahead.
 * @param wanted number of points that are likely to be read
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

interface NewestValues {
  readonly projectId: string;
  readonly nodes: readonly string[];
  readonly variable: string;
  readonly first: number;
  readonly last: number;
}

const newestQuery = prepared((db, of: NewestValues) =>
  db
    .selectFrom((from) =>
      from
        .selectFrom('nodes')
        .where('nodes.project_id', '=', of.projectId)
        .where('nodes.id', 'in', of.nodes)
        .select((node) => [
          'nodes.id as node',
          node
            .selectFrom('points as earlier')
            .select(({ fn }) => fn.max('earlier.timestamp').as('newest'))
            .where('earlier.project_id', '=', of.projectId)
            .whereRef('earlier.node_id', '=', 'nodes.id')
            .where('earlier.variable', '=', of.variable)
            .where('earlier.timestamp', '>=', of.first)
            .where('earlier.timestamp', '<=', of.last)
            .as('newest'),
        ])
        .as('newest_of'),
    )
    .innerJoin('points', (join) =>
      join
        .onRef('points.node_id', '=', 'newest_of.node')
        .onRef('points.timestamp', '=', 'newest_of.newest')
        .on('points.project_id', '=', of.projectId)
        .on('points.variable', '=', of.variable),
    )
    .select(['points.node_id', 'points.timestamp', 'points.number', 'points.json']),
);

/**
 * Returns the newest point of each node that is not later than `last`, by node id. One statement looks up the point of each
 * node by key.
 * @param last milliseconds since 1970
 */
export async function newestPoints(
  { tx, projectId, now, pause }: ReadContext,
  { variable, ttl }: Variable,
  nodes: readonly string[],
  last: number,
): Promise<{ readonly count: number; readonly data: JsonObject }> {
  if (nodes.length === 0) return { count: 0, data: {} };
  const first = oldestKept(ttl, now);
  const rows = await newestQuery(tx, { projectId, nodes, variable, first, last });
  await pause(rows.length);
  const points = rows.map(
    (row) => [row.node_id, { timestamp: toSeconds(row.timestamp), value: toValue(row) }] as const,
  );
  return { count: points.length, data: Object.fromEntries(points) };
}

/**
 * Returns the nodes of a data request without duplicates.
 * @throws RequestError `data::invalidnodeid` for an unknown node, `auth::accessdenied` for a token without access to it
 */
export async function readableNodes(
  context: ReadContext,
  nodes: readonly string[],
): Promise<readonly string[]> {
  const ids = [...new Set(nodes.map(canonicalUuid))];
  for (const id of ids) permitNode(context, id);
  const unknown = await unknownNode(context, ids);
  if (unknown !== undefined) {
    throw new RequestError(404, 'data::invalidnodeid', `This project has no node ${unknown}.`);
  }
  return ids;
}
