import type { Handler } from '../context.ts';
import { checkKey } from './check-text.ts';
import { findNode } from './find-node.ts';
import { putTags, type Tag } from './tags.ts';

type Update =
  | { readonly type: 'node_name' | 'node_desc'; readonly value: string }
  | { readonly type: 'tag'; readonly tag: Tag };

/**
 * Changes name, description and tags, in the order of the list: of two changes of one thing, the last one counts.
 * @throws CallError `node::nodenotfound`, `generic::malformedrequest` for text that is too long or that no store keeps
 */
export const updateNode: Handler = async (context, body) => {
  const { tx, projectId, now } = context;
  const { nodeid, updates } = body as unknown as {
    readonly nodeid: string;
    readonly updates: readonly Update[];
  };
  const node = await findNode(context, nodeid);
  const tags: Tag[] = [];
  const changed = { name: node.name, description: node.description, modified: now };
  for (const update of updates) {
    if (update.type === 'tag') {
      tags.push(update.tag);
      continue;
    }
    checkKey('updates[].value', update.value);
    changed[update.type === 'node_name' ? 'name' : 'description'] = update.value;
  }
  await tx
    .updateTable('nodes')
    .set(changed)
    .where('project_id', '=', projectId)
    .where('id', '=', node.id)
    .execute();
  await putTags(context, node.id, tags);
  return {};
};
