import type { Handler } from '../context.ts';
import { lockProject } from '../lock.ts';
import { canonicalUuid } from '../uuid.ts';
import { claimDevice } from './claim-device.ts';
import { findNode } from './find-node.ts';

/**
 * Allows a device to connect as a node. The node's former device is no longer allowed, and a client connected as the node is
 * disconnected; the same device again changes nothing.
 * @throws CallError `node::nodenotfound`, or `node::devidexists` when another node has the device
 */
export const authorizeNode: Handler = async (context, body) => {
  const { tx, projectId, now, end } = context;
  const { nodeid, deviceid } = body as { readonly nodeid: string; readonly deviceid: string };
  // What is pushed to the node is addressed before this change or after it.
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
