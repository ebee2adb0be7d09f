import { requireNode } from '../access.ts';
import type { Handler, JsonObject, ReadContext, ReadHandler } from '../context.ts';
import { chunks } from '../data/chunks.ts';
import { limits } from '../limits.ts';
import { largestNodePage, readPage } from '../page.ts';
import { responseTooLarge } from '../read-limiter.ts';
import { canonicalUuid, utf8Length } from '../text.ts';
import { nodeNotFound, type NodeRow, type Tag, unknownNode } from './node.ts';

/** Formats a time as in node details: ISO 8601 in UTC with microseconds, `2026-02-11T13:23:06.029000Z`. */
function isoMicroseconds(milliseconds: number): string {
  return new Date(milliseconds).toISOString().replace(/Z$/, '000Z');
}

async function tagsOf({ tx, projectId }: ReadContext, ids: readonly string[]) {
  const rows = await tx
    .selectFrom('node_tags')
    .select(['node_id', 'key', 'value'])
    .where('project_id', '=', projectId)
    .where('node_id', 'in', ids)
    .orderBy('key')
    .execute();
  const byNode = new Map<string, Tag[]>(ids.map((id) => [id, []]));
  for (const { node_id, key, value } of rows) byNode.get(node_id)?.push({ key, value });
  return byNode;
}

function detailsOf(node: NodeRow): JsonObject {
  return {
    nodeId: node.id,
    node_name: node.name,
    node_desc: node.description,
    deviceId: node.device_id ?? '',
    nodeIdentifier: '',
    bindingstatus: node.is_bound === 1,
    nodebindingkey: node.binding_secret,
    connectionKey: node.connection_key,
    created: isoMicroseconds(node.created),
    modified: isoMicroseconds(node.modified),
    suspended: node.suspended === 1,
  };
}

/** Nodes whose tags are read at the same time: each has at most 100, of 2000 bytes. */
const perQuery = 5;

/** Returns the bytes of the texts of a node, a lower bound of its size in the response. */
function textBytes(texts: readonly string[]): number {
  return texts.reduce((bytes, text) => bytes + utf8Length(text), 0);
}

/**
 * Returns details of nodes by id.
 * @throws CallError `node::nodenotfound` if the project lacks one of them, `sandbox::responsetoolarge`
 */
export const nodeDetails: ReadHandler<'platform/node-details'> = async (context, body) => {
  const { tx, projectId, pause } = context;
  const { responseBytes, bytesPerRow } = limits.reads;
  const ids = [...new Set(body.nodes.map(canonicalUuid))];
  const unknown = await unknownNode(context, ids);
  if (unknown !== undefined) throw nodeNotFound(unknown);
  const data: JsonObject = {};
  let bytes = 0;
  for (const part of chunks(ids, perQuery)) {
    const nodes = await tx
      .selectFrom('nodes')
      .selectAll()
      .where('project_id', '=', projectId)
      .where('id', 'in', part)
      .execute();
    const byId = new Map(nodes.map((node) => [node.id, node]));
    const tags = await tagsOf(context, part);
    let [rows, added] = [part.length, 0];
    for (const id of part) {
      const node = byId.get(id);
      if (!node) throw nodeNotFound(id);
      const own = tags.get(id) ?? [];
      rows += own.length;
      added += textBytes([node.name, node.description]);
      for (const { key, value } of own) added += textBytes([key, value]);
      data[id] = { ...detailsOf(node), tags: own };
    }
    bytes += added;
    if (bytes > responseBytes) throw responseTooLarge('Request fewer nodes at a time.');
    await pause(rows + added / bytesPerRow);
  }
  return { data };
};

/** Returns a page of the node ids of the project, oldest first by default. */
export const listNodes: Handler<'platform/node-list'> = async ({ tx, projectId }, body) => {
  const { order = 'asc' } = body;
  const { limit, offset } = readPage(body, largestNodePage);
  const ofProject = tx.selectFrom('nodes').where('project_id', '=', projectId);
  const page = await ofProject
    .select('id')
    .orderBy('created', order)
    .orderBy('id', order)
    .limit(limit)
    .offset(offset)
    .execute();
  const { total } = await ofProject
    .select(({ fn }) => fn.countAll<number>().as('total'))
    .executeTakeFirstOrThrow();
  return {
    currentCount: page.length,
    totalCount: total,
    offset,
    nodes: page.map(({ id }) => id),
  };
};

const second = 1000;

/**
 * Returns whether nodes have sent a heartbeat within a threshold in seconds. `lastHeartbeat` is in Unix seconds, and 0
 * before the first one.
 * @throws CallError `node::nodenotfound`, or `auth::accessdenied` for a node that the token does not name
 */
export const healthStatus: Handler<'platform/health-status'> = async (context, body) => {
  const { tx, projectId, now } = context;
  const threshold = body.lastContactThreshold * second;
  const ids = [...new Set(body.nodes.map(canonicalUuid))];
  for (const id of ids) requireNode(context, id);
  const unknown = await unknownNode(context, ids);
  if (unknown !== undefined) throw nodeNotFound(unknown);
  const rows = await tx
    .selectFrom('nodes')
    .select(['id', 'last_heartbeat'])
    .where('project_id', '=', projectId)
    .where('id', 'in', ids)
    .execute();
  const beats = new Map(rows.map(({ id, last_heartbeat }) => [id, last_heartbeat]));
  const data = ids.map((id): [string, JsonObject] => {
    const last = beats.get(id) ?? null;
    const online = last !== null && now - last <= threshold;
    return [id, { online, lastHeartbeat: Math.floor((last ?? 0) / second) }];
  });
  return { data: Object.fromEntries(data) };
};
