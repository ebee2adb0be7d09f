import { requireNode } from '../access.ts';
import { CallError } from '../call-error.ts';
import type { ReadContext } from '../context.ts';
import { canonicalUuid } from '../uuid.ts';
import { chunks } from './chunks.ts';

/** Ids in one query, below the number of parameters that SQLite takes. */
const perQuery = 1000;

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
  for (const part of chunks(ids, perQuery)) {
    const rows = await context.tx
      .selectFrom('nodes')
      .select('id')
      .where('project_id', '=', context.projectId)
      .where('id', 'in', part)
      .execute();
    const known = new Set(rows.map(({ id }) => id));
    const unknown = part.find((id) => !known.has(id));
    if (unknown !== undefined) {
      throw new CallError(404, 'data::invalidnodeid', `This project has no node ${unknown}.`);
    }
  }
  return ids;
}
