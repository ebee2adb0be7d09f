import type { Handler, ReadContext, ReadHandler } from '../context.ts';
import { CallError } from '../errors.ts';
import { largestNodePage, readPage } from '../page.ts';
import { canonicalUuid, checkKey } from '../text.ts';
import { lockProject } from '../transaction.ts';
import { unknownNode } from './node.ts';

async function parentOf(context: ReadContext, parentId: string): Promise<string> {
  const id = canonicalUuid(parentId);
  if ((await unknownNode(context, [id])) === undefined) return id;
  throw new CallError(
    404,
    'node::invalidparentid',
    `The parent node ${id} does not exist in this project.`,
  );
}

function ofParent({ tx, projectId }: ReadContext, parentId: string) {
  return tx
    .selectFrom('node_children')
    .where('project_id', '=', projectId)
    .where('parent_id', '=', parentId);
}

function checkOnce(values: readonly string[], reason: string, what: string) {
  const seen = new Set<string>();
  for (const value of values) {
    if (seen.has(value)) {
      throw new CallError(409, reason, `The ${what} "${value}" appears twice under one parent.`);
    }
    seen.add(value);
  }
}

/**
 * Attaches nodes to a gateway, each under an alias that is unique among its children.
 * @throws CallError `node::invalidparentid`, `node::invalidchildid`, `node::uniquechildviolation`,
 * `node::uniquealiasviolation`, `node::childexists`
 */
export const addChildren: Handler<'platform/node-child-add'> = async (context, body) => {
  const { tx, projectId, now } = context;
  await lockProject(tx, projectId);
  const parentId = await parentOf(context, body.parentId);
  const children = body.childNodes.map(({ nodeId, alias }) => ({
    id: canonicalUuid(nodeId),
    alias,
  }));
  for (const { alias } of children) checkKey('childNodes[].alias', alias);
  const ids = children.map(({ id }) => id);
  checkOnce(ids, 'node::uniquechildviolation', 'child');
  const bad = ids.find((id) => id === parentId) ?? (await unknownNode(context, ids));
  if (bad !== undefined) {
    throw new CallError(
      404,
      'node::invalidchildid',
      `The node ${bad} cannot be a child of this node.`,
    );
  }
  const present = await ofParent(context, parentId).select(['child_id', 'alias']).execute();
  const again = present.find(({ child_id }) => ids.includes(child_id));
  if (again) {
    const text = `The node ${again.child_id} is already a child of this parent.`;
    throw new CallError(409, 'node::childexists', text);
  }
  const aliases = [...present, ...children].map(({ alias }) => alias);
  checkOnce(aliases, 'node::uniquealiasviolation', 'alias');
  const rows = children.map(({ id, alias }) => ({
    project_id: projectId,
    parent_id: parentId,
    child_id: id,
    alias,
    created: now,
  }));
  await tx.insertInto('node_children').values(rows).execute();
  return {};
};

/** Returns a page of the children of a node, sorted by alias. */
export const listChildren: ReadHandler<'platform/node-child-list'> = async (context, body) => {
  const parentId = await parentOf(context, body.parentId);
  const { limit, offset } = readPage(body, largestNodePage);
  const page = await ofParent(context, parentId)
    .selectAll()
    .orderBy('alias')
    .limit(limit)
    .offset(offset)
    .execute();
  await context.pause(page.length);
  const { total } = await ofParent(context, parentId)
    .select(({ fn }) => fn.countAll<number>().as('total'))
    .executeTakeFirstOrThrow();
  return {
    totalCount: total,
    count: page.length,
    next: offset + page.length,
    data: page.map(({ child_id, alias, created }) => ({
      childId: child_id,
      alias,
      createdAt: created,
    })),
  };
};

/**
 * Detaches one child from its parent. The node itself remains.
 * @throws CallError `node::invalidparentid`, `node::childnotfound`
 */
export const removeChild: Handler<'platform/node-child-remove'> = async (context, body) => {
  const { tx, projectId } = context;
  const parentId = await parentOf(context, body.parentId);
  const childId = canonicalUuid(body.childNode);
  const { numDeletedRows } = await tx
    .deleteFrom('node_children')
    .where('project_id', '=', projectId)
    .where('parent_id', '=', parentId)
    .where('child_id', '=', childId)
    .executeTakeFirst();
  if (numDeletedRows > 0n) return {};
  throw new CallError(
    404,
    'node::childnotfound',
    `The node ${childId} is not a child of this parent.`,
  );
};

/**
 * Detaches all children from a parent.
 * @throws CallError `node::invalidparentid`
 */
export const clearChildren: Handler<'platform/node-child-clear'> = async (context, body) => {
  const { tx, projectId } = context;
  const parentId = await parentOf(context, body.parentId);
  await tx
    .deleteFrom('node_children')
    .where('project_id', '=', projectId)
    .where('parent_id', '=', parentId)
    .execute();
  return {};
};
