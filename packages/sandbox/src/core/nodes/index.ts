import { newNodeKey } from '../auth/keys.ts';
import type { Handler, Handlers } from '../context.ts';
import { leaveRollouts } from '../deployments/deployment.ts';
import { requireQuota } from '../require-quota.ts';
import { canonicalUuid, checkKey } from '../text.ts';
import { lockProject } from '../transaction.ts';
import { addChildren, clearChildren, listChildren, removeChild } from './children.ts';
import { healthStatus, listNodes, nodeDetails } from './details.ts';
import { claimDevice, findNode, putTags, type Tag } from './node.ts';

/**
 * Authorizes a device to connect as a node. The node's former device loses its authorization, and a client connected as the
 * node is disconnected. Authorizing the same device again changes nothing.
 * @throws CallError `node::nodenotfound`, or `node::devidexists` if another node has the device
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
 * @throws CallError `node::nodenotfound`
 */
const nodeConnectionKey: Handler<'platform/node-get-connection-key'> = async (context, body) => {
  const node = await findNode(context, body.nodeid);
  return { connectionKey: node.connection_key };
};

/**
 * Creates a node, and preauthorizes a device if the request names one.
 * @throws CallError `node::devidexists` if another node has the device, `generic::malformedrequest` for text that is too
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
  await putTags(context, id, tags);
  return { nodeId: id };
};

/**
 * Deletes a node and its data, except its final deployment statuses. Its keys become invalid, and its device can be used by
 * another node.
 * @throws CallError `node::nodenotfound`
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
 * @throws CallError `node::nodenotfound`, `generic::malformedrequest` for text that is too long or cannot be stored
 */
const updateNode: Handler<'platform/node-update'> = async (context, body) => {
  const { tx, projectId, now } = context;
  const { nodeid, updates } = body;
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
  await putTags(context, node.id, tags);
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
  'platform/health-status': healthStatus,
} satisfies Partial<Handlers>;
