import type { Selectable } from 'kysely';
import { prepared } from '../../store/prepared.ts';
import type { NodeTable } from '../../store/tables/projects.ts';
import { CallError } from '../call-error.ts';
import type { Context } from '../context.ts';
import { canonicalUuid } from '../uuid.ts';

export type NodeRow = Selectable<NodeTable>;

/** The refusal of an id that no node of the project has. */
export function nodeNotFound(id: string): CallError {
  return new CallError(
    404,
    'node::nodenotfound',
    `This project has no node ${id}. Read the ids with node-list.`,
  );
}

const nodesOf = prepared((db, of: { readonly projectId: string; readonly id: string }) =>
  db.selectFrom('nodes').selectAll().where('project_id', '=', of.projectId).where('id', '=', of.id),
);

/**
 * A node of the project, by its id in any case.
 * @throws CallError `node::nodenotfound`
 */
export async function findNode({ tx, projectId }: Context, id: string): Promise<NodeRow> {
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
export async function requireNode({ tx, projectId }: Context, id: string): Promise<string> {
  const [node] = await idsOf(tx, { projectId, id: canonicalUuid(id) });
  if (!node) throw nodeNotFound(id);
  return node.id;
}
