import { newNodeKey } from './auth/keys.ts';
import type { Handler, Handlers, JsonObject, ReadContext, ReadHandler } from './context.ts';
import { RequestError } from './errors.ts';
import { limits } from './limits.ts';
import { leaveRollouts } from './ota/rollout.ts';
import { chunks, largestNodePage, readPage } from './page.ts';
import { responseTooLarge } from './read-limiter.ts';
import { checkKey, canonicalUuid, excerpt, utf8Length } from './text.ts';
import { lockProject, requireQuota } from './transaction.ts';
import {
  claimDevice,
  findNode,
  nodeNotFound,
  type NodeRow,
  putTags,
  type Tag,
  unknownNode,
} from './node-records.ts';

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
 * @throws RequestError `node::nodenotfound` if the project lacks one of them, `sandbox::responsetoolarge`
 */
const nodeDetails: ReadHandler<'platform/node-details'> = async (context, body) => {
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
const listNodes: Handler<'platform/node-list'> = async ({ tx, projectId }, body) => {
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

async function parentOf(context: ReadContext, parentId: string): Promise<string> {
  const id = canonicalUuid(parentId);
  if ((await unknownNode(context, [id])) === undefined) return id;
  throw new RequestError(
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
      throw new RequestError(
        409,
        reason,
        `The ${what} "${excerpt(value)}" appears twice under one parent.`,
      );
    }
    seen.add(value);
  }
}

/**
 * Attaches nodes to a gateway, each under an alias that is unique among its children.
 * @throws RequestError `node::invalidparentid`, `node::invalidchildid`, `node::uniquechildviolation`,
 * `node::uniquealiasviolation`, `node::childexists`
 */
const addChildren: Handler<'platform/node-child-add'> = async (context, body) => {
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
    throw new RequestError(
      404,
      'node::invalidchildid',
      `The node ${bad} cannot be a child of this node.`,
    );
  }
  const present = await ofParent(context, parentId).select(['child_id', 'alias']).execute();
  const again = present.find(({ child_id }) => ids.includes(child_id));
  if (again) {
    const text = `The node ${again.child_id} is already a child of this parent.`;
    throw new RequestError(409, 'node::childexists', text);
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
const listChildren: ReadHandler<'platform/node-child-list'> = async (context, body) => {
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
 * @throws RequestError `node::invalidparentid`, `node::childnotfound`
 */
const removeChild: Handler<'platform/node-child-remove'> = async (context, body) => {
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
  throw new RequestError(
    404,
    'node::childnotfound',
    `The node ${childId} is not a child of this parent.`,
  );
};

/**
 * Detaches all children from a parent.
 * @throws RequestError `node::invalidparentid`
 */
const clearChildren: Handler<'platform/node-child-clear'> = async (context, body) => {
  const { tx, projectId } = context;
  const parentId = await parentOf(context, body.parentId);
  await tx
    .deleteFrom('node_children')
    .where('project_id', '=', projectId)
    .where('parent_id', '=', parentId)
    .execute();
  return {};
};

/**
 * Authorizes a device to connect as a node. The node's former device loses its authorization, and a client connected as the
 * node is disconnected. Authorizing the same device again changes nothing.
 * @throws RequestError `node::nodenotfound`, or `node::devidexists` if another node has the device
 */
const authorizeNode: Handler<'platform/node-authorize'> = async (context, body) => {
  const { tx, projectId, now, end } = context;
  const { nodeid, deviceid } = body;
  // Orders this change and messages that are pushed to the node.
  await lockProject(tx, projectId);
  const node = await findNode(context, nodeid);
  const deviceId = canonicalUuid(deviceid);
  if (node.device_id === deviceId) return {};
  await claimDevice(deviceId, () =>
    tx
      .updateTable('nodes')
      .set({ device_id: deviceId, is_bound: 0, modified: now })
      .where('project_id', '=', projectId)
      .where('id', '=', node.id)
      .execute(),
  );
  end(node.id, deviceId);
  return {};
};

/**
 * Returns the key with which a device connects as the node.
 * @throws RequestError `node::nodenotfound`
 */
const nodeConnectionKey: Handler<'platform/node-get-connection-key'> = async (context, body) => {
  const node = await findNode(context, body.nodeid);
  return { connectionKey: node.connection_key };
};

/**
 * Creates a node, and preauthorizes a device if the request names one.
 * @throws RequestError `node::devidexists` if another node has the device, `generic::malformedrequest` for text that is too
 * long or cannot be stored
 */
const createNode: Handler<'platform/node-create'> = async (context, body) => {
  const { tx, projectId, ids, now } = context;
  const { node_name, node_desc = '', tags = [], preauth_id } = body;
  checkKey('node_name', node_name);
  checkKey('node_desc', node_desc);
  await requireQuota(context, 'nodes');
  const id = ids.uuid();
  const deviceId = preauth_id === undefined ? null : canonicalUuid(preauth_id);
  await claimDevice(deviceId ?? '', () =>
    tx
      .insertInto('nodes')
      .values({
        project_id: projectId,
        id,
        name: node_name,
        description: node_desc,
        device_id: deviceId,
        is_bound: 0,
        suspended: 0,
        connection_key: newNodeKey(ids),
        binding_secret: newNodeKey(ids),
        created: now,
        modified: now,
        last_heartbeat: null,
      })
      .execute(),
  );
  await putTags(context, id, tags, 'tags[]');
  return { nodeId: id };
};

/**
 * Deletes a node and its data, except its final deployment statuses. Its keys become invalid, and its device can be used by
 * another node.
 * @throws RequestError `node::nodenotfound`
 */
const deleteNode: Handler<'platform/node-delete'> = async (context, body) => {
  const { tx, projectId, end } = context;
  await lockProject(tx, projectId);
  const { id } = await findNode(context, body.nodeid);
  await leaveRollouts(context, id);
  await tx.deleteFrom('nodes').where('project_id', '=', projectId).where('id', '=', id).execute();
  end(id);
  return {};
};

/**
 * Changes name, description and tags in the order of the list; a later change overrides an earlier one.
 * @throws RequestError `node::nodenotfound`, `generic::malformedrequest` for text that is too long or cannot be stored
 */
const updateNode: Handler<'platform/node-update'> = async (context, body) => {
  const { tx, projectId, now } = context;
  const { nodeid, updates } = body;
  // Another change at the same time must not be lost: all fields are written.
  await lockProject(tx, projectId);
  const node = await findNode(context, nodeid);
  const tags: Tag[] = [];
  const changed = { name: node.name, description: node.description, modified: now };
  // The schema requires `tag` for the type `tag`, and `value` for the others.
  for (const { type, tag, value } of updates) {
    if (type === 'tag') {
      if (tag) tags.push(tag);
    } else if (value !== undefined) {
      checkKey('updates[].value', value);
      changed[type === 'node_name' ? 'name' : 'description'] = value;
    }
  }
  await tx
    .updateTable('nodes')
    .set(changed)
    .where('project_id', '=', projectId)
    .where('id', '=', node.id)
    .execute();
  await putTags(context, node.id, tags, 'updates[].tag');
  return {};
};

export const nodesHandlers = {
  'platform/node-create': createNode,
  'platform/node-list': listNodes,
  'platform/node-details': { largeRead: nodeDetails },
  'platform/node-update': updateNode,
  'platform/node-authorize': authorizeNode,
  'platform/node-get-connection-key': nodeConnectionKey,
  'platform/node-delete': deleteNode,
  'platform/node-child-add': addChildren,
  'platform/node-child-list': { largeRead: listChildren },
  'platform/node-child-remove': removeChild,
  'platform/node-child-clear': clearChildren,
} satisfies Partial<Handlers>;
