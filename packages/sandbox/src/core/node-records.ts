import type { Selectable } from 'kysely';
import type { NodeTable } from '../store/database.ts';
import { prepared } from '../store/prepared.ts';
import { requireDevice } from './access.ts';
import type { Context, ReadContext } from './context.ts';
import { RequestError, isUniqueViolation } from './errors.ts';
import { limits } from './limits.ts';
import { checkKey, canonicalUuid, excerpt } from './text.ts';
import { lockProject } from './transaction.ts';

export type NodeRow = Selectable<NodeTable>;

/** Creates the error for an id that no node of the project has. */
export function nodeNotFound(id: string): RequestError {
  return new RequestError(
    404,
    'node::nodenotfound',
    `This project has no node ${id}. "List nodes" returns the ids.`,
  );
}

const nodesOf = prepared((db, of: { readonly projectId: string; readonly id: string }) =>
  db.selectFrom('nodes').selectAll().where('project_id', '=', of.projectId).where('id', '=', of.id),
);

/**
 * Returns a node of the project by id, in any letter case.
 * @throws RequestError `node::nodenotfound`
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
 * Returns the stored id of a node, for operations that only need to know that it exists.
 * @throws RequestError `node::nodenotfound`
 */
export async function existingNodeId({ tx, projectId }: ReadContext, id: string): Promise<string> {
  const [node] = await idsOf(tx, { projectId, id: canonicalUuid(id) });
  if (!node) throw nodeNotFound(id);
  return node.id;
}

const knownIds = prepared(
  (db, of: { readonly projectId: string; readonly ids: readonly string[] }) =>
    db
      .selectFrom('nodes')
      .select('id')
      .where('project_id', '=', of.projectId)
      .where('id', 'in', of.ids),
);

const allIds = prepared((db, of: { readonly projectId: string }) =>
  db.selectFrom('nodes').select('id').where('project_id', '=', of.projectId),
);

/**
 * Returns the first id that no node of the project has. A list longer than the project has nodes contains an unknown id;
 * then all nodes are read, because each list length is a separate prepared statement.
 */
export async function unknownNode(
  { tx, projectId }: ReadContext,
  ids: readonly string[],
): Promise<string | undefined> {
  if (ids.length === 0) return undefined;
  const rows =
    ids.length <= limits.project.nodes
      ? await knownIds(tx, { projectId, ids })
      : await allIds(tx, { projectId });
  const known = new Set(rows.map(({ id }) => id));
  return ids.find((id) => !known.has(id));
}

/** Creates the error for a device id that another node has. */
function deviceTaken(deviceId: string): RequestError {
  return new RequestError(
    409,
    'node::devidexists',
    `Another node of this project already uses the device id ${deviceId}.`,
  );
}

/**
 * Runs a write that assigns a device to a node. A unique constraint of the store ensures that only one of two concurrent
 * requests succeeds.
 * @throws RequestError `node::devidexists` if another node has the device
 */
export async function claimDevice<T>(deviceId: string, write: () => Promise<T>): Promise<T> {
  try {
    return await write();
  } catch (error) {
    if (isUniqueViolation(error)) throw deviceTaken(deviceId);
    throw error;
  }
}

// A type, because an interface would not be assignable to JSON.
export type Tag = Record<'key' | 'value', string>;

const max = limits.project.tags;

function tooManyTags(): RequestError {
  return new RequestError(
    429,
    'sandbox::toomany',
    `A node can have at most ${max} tags in this sandbox, and tags cannot be deleted. Send fewer tags, or change tags that the node has.`,
  );
}

/**
 * Adds or updates tags of a node; the last of two tags with the same key is used.
 * @param field path of a tag in the body, for messages: `tags[]`
 * @throws RequestError `generic::malformedrequest` for text that is too long or cannot be stored, 429 `sandbox::toomany` if the
 * node would have too many
 */
export async function putTags(
  { tx, projectId }: Context,
  nodeId: string,
  tags: readonly Tag[],
  field: string,
): Promise<void> {
  for (const { key, value } of tags) {
    checkKey(`${field}.key`, key);
    checkKey(`${field}.value`, value);
  }
  const last = new Map(tags.map(({ key, value }) => [key, value]));
  if (last.size === 0) return;
  if (last.size > max) throw tooManyTags();
  await lockProject(tx, projectId);
  const rows = [...last].map(([key, value]) => ({
    project_id: projectId,
    node_id: nodeId,
    key,
    value,
  }));
  await tx
    .insertInto('node_tags')
    .values(rows)
    .onConflict((conflict) =>
      conflict
        .columns(['project_id', 'node_id', 'key'])
        .doUpdateSet((row) => ({ value: row.ref('excluded.value') })),
    )
    .execute();
  const { held } = await tx
    .selectFrom('node_tags')
    .select(({ fn }) => fn.countAll<number>().as('held'))
    .where('project_id', '=', projectId)
    .where('node_id', '=', nodeId)
    .executeTakeFirstOrThrow();
  if (held > max) throw tooManyTags();
}

/**
 * Returns the id of the node whose connection key the device sent.
 * @throws RequestError if the principal is not a device, or its node was deleted after the key was checked
 */
export function authenticatedNode(context: ReadContext): Promise<string> {
  return existingNodeId(context, requireDevice(context));
}

/**
 * Returns the id of the child that a gateway has under an alias.
 * @throws RequestError `node::childnotfound`
 */
export async function childByAlias(
  { tx, projectId }: ReadContext,
  gatewayId: string,
  alias: string,
): Promise<string> {
  const child = await tx
    .selectFrom('node_children')
    .select('child_id')
    .where('project_id', '=', projectId)
    .where('parent_id', '=', gatewayId)
    .where('alias', '=', alias)
    .executeTakeFirst();
  if (child) return child.child_id;
  throw new RequestError(
    404,
    'node::childnotfound',
    `The node of this gateway has no child with the alias "${excerpt(alias)}". "Add child nodes" sets the alias; it is case-sensitive.`,
  );
}
