import type { Selectable } from 'kysely';
import { prepared } from '../../store/prepared.ts';
import type { NodeTable } from '../../store/tables/projects.ts';
import { CallError } from '../call-error.ts';
import type { ReadContext } from '../context.ts';
import { limits } from '../limits.ts';
import { canonicalUuid } from '../uuid.ts';

export type NodeRow = Selectable<NodeTable>;

/** The error for an id that no node of the project has. */
export function nodeNotFound(id: string): CallError {
  return new CallError(
    404,
    'node::nodenotfound',
    `This project has no node ${id}. "List nodes" returns the ids.`,
  );
}

const nodesOf = prepared((db, of: { readonly projectId: string; readonly id: string }) =>
  db.selectFrom('nodes').selectAll().where('project_id', '=', of.projectId).where('id', '=', of.id),
);

/**
 * A node of the project, by its id in any case.
 * @throws CallError `node::nodenotfound`
 */
export async function findNode({ tx, projectId }: ReadContext, id: string): Promise<NodeRow> {
  const [node] = await nodesOf(tx, { projectId, id: canonicalUuid(id) });
  if (!node) throw nodeNotFound(id);
  return node;
}

const idsOf = prepared((db, of: { readonly projectId: string; readonly id: string }) =>
  db
    .selectFrom('nodes')
    .select('id')
    .where('project_id', '=', of.projectId)
    .where('id', '=', of.id),
);

/**
 * The id of a node of the project as it is kept, for calls that need no more of it than that it is there.
 * @throws CallError `node::nodenotfound`
 */
export async function requireNode({ tx, projectId }: ReadContext, id: string): Promise<string> {
  const [node] = await idsOf(tx, { projectId, id: canonicalUuid(id) });
  if (!node) throw nodeNotFound(id);
  return node.id;
}

/**
 * The first of some ids that no node of the project has. Of more ids than a project has nodes, some are wrong: then all nodes
 * are read, as each length of a list makes a separate query.
 */
export async function unknownNode(
  { tx, projectId }: ReadContext,
  ids: readonly string[],
): Promise<string | undefined> {
  if (ids.length === 0) return undefined;
  let query = tx.selectFrom('nodes').select('id').where('project_id', '=', projectId);
  if (ids.length <= limits.project.nodes) query = query.where('id', 'in', ids);
  const known = new Set((await query.execute()).map(({ id }) => id));
  return ids.find((id) => !known.has(id));
}
