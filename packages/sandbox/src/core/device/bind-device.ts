import { CallError } from '../call-error.ts';
import type { Handler } from '../context.ts';
import { lockProject } from '../lock.ts';
import { claimDevice } from '../nodes/claim-device.ts';
import { findNode } from '../nodes/find-node.ts';
import { newNodeKey } from '../nodes/keys.ts';
import { requireDevice } from '../require-device.ts';
import { constantTimeEqual } from '../constant-time-equal.ts';
import { canonicalUuid } from '../uuid.ts';

function wrongSecret(): CallError {
  return new CallError(
    403,
    'auth::accessdenied',
    'The binding secret is not that of this node. It works once: "Get node details" returns the current one.',
  );
}

/**
 * Ties a device to the node of the connection key, replacing the node's former device. The secret works once: a new one
 * replaces it. Other clients connected with the key are disconnected.
 * @throws CallError for another secret than the node's present one, or when another node has the device
 */
export const bindDevice: Handler = async (context, body) => {
  const { tx, projectId, ids, now, end } = context;
  const { deviceid, bindingsecret } = body as {
    readonly deviceid: string;
    readonly bindingsecret: string;
  };
  // What is pushed to the node is addressed before this change or after it.
  await lockProject(tx, projectId);
  const node = await findNode(context, requireDevice(context));
  if (!constantTimeEqual(bindingsecret, node.binding_secret)) throw wrongSecret();
  const deviceId = canonicalUuid(deviceid);
  await claimDevice(deviceId, () =>
    tx
      .updateTable('nodes')
      .set({ device_id: deviceId, is_bound: 1, binding_secret: newNodeKey(ids), modified: now })
      .where('project_id', '=', projectId)
      .where('id', '=', node.id)
      .execute(),
  );
  end(node.id, deviceId);
  return {};
};
