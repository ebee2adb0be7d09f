import { requireNode } from '../access.ts';
import { CallError } from '../call-error.ts';
import type { ReadContext } from '../context.ts';
import { unknownNode } from '../nodes/find-node.ts';
import { canonicalUuid } from '../uuid.ts';

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
