import type { Context, Handler, JsonObject } from '../context.ts';
import { canonicalUuid } from '../uuid.ts';
import { nodeNotFound, type NodeRow } from './find-node.ts';
import type { Tag } from './tags.ts';

/** A moment as nodes show it: ISO 8601 in UTC with microseconds, `2026-02-11T13:23:06.029000Z`. */
function isoMicroseconds(milliseconds: number): string {
  return new Date(milliseconds).toISOString().replace(/Z$/, '000Z');
}

async function tagsOf({ tx, projectId }: Context, ids: readonly string[]) {
  const rows = await tx
    .selectFrom('node_tags')
    .select(['node_id', 'key', 'value'])
    .where('project_id', '=', projectId)
    .where('node_id', 'in', ids)
    .orderBy('key')
    .execute();
  const byNode = new Map<string, Tag[]>();
  for (const { node_id, key, value } of rows) {
    byNode.set(node_id, [...(byNode.get(node_id) ?? []), { key, value }]);
  }
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

/**
 * Details of nodes by id.
 * @throws CallError `node::nodenotfound` when the project lacks one of them
 */
export const nodeDetails: Handler = async (context, body) => {
  const { tx, projectId } = context;
  const ids = [...new Set((body.nodes as readonly string[]).map(canonicalUuid))];
  const nodes = await tx
    .selectFrom('nodes')
    .selectAll()
    .where('project_id', '=', projectId)
    .where('id', 'in', ids)
    .execute();
  const byId = new Map(nodes.map((node) => [node.id, node]));
  const tags = await tagsOf(context, ids);
  const data = ids.map((id): [string, JsonObject] => {
    const node = byId.get(id);
    if (!node) throw nodeNotFound(id);
    return [id, { ...detailsOf(node), tags: tags.get(id) ?? [] }];
  });
  return { data: Object.fromEntries(data) };
};
