import type { JsonObject, ReadContext, ReadHandler } from '../context.ts';
import { chunks } from '../data/chunks.ts';
import { utf8Length } from '../data/storable-text.ts';
import { limits } from '../limits.ts';
import { responseTooLarge } from '../response-too-large.ts';
import { canonicalUuid } from '../uuid.ts';
import { nodeNotFound, unknownNode, type NodeRow } from './find-node.ts';
import type { Tag } from './tags.ts';

/** A time as nodes show it: ISO 8601 in UTC with microseconds, `2026-02-11T13:23:06.029000Z`. */
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

/** Nodes whose tags are read at once: each has 100 at most, of 2000 bytes. */
const perQuery = 5;

/** Bytes of texts, no more than a response has of them. */
function textBytes(texts: readonly string[]): number {
  return texts.reduce((bytes, text) => bytes + utf8Length(text), 0);
}

/**
 * Details of nodes by id.
 * @throws CallError `node::nodenotfound` when the project lacks one of them, `sandbox::responsetoolarge`
 */
export const nodeDetails: ReadHandler = async (context, body) => {
  const { tx, projectId, pause } = context;
  const { responseBytes, bytesPerRow } = limits.reads;
  const ids = [...new Set((body.nodes as readonly string[]).map(canonicalUuid))];
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
    if (bytes > responseBytes) throw responseTooLarge('Name fewer nodes at once.');
    await pause(rows + added / bytesPerRow);
  }
  return { data };
};
