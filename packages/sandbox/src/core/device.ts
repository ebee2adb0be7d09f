import { requireDevice } from './access.ts';
import { newNodeKey } from './auth/keys.ts';
import type { Handler, Handlers } from './context.ts';
import { CallError } from './errors.ts';
import { callingNode, claimDevice, findNode } from './nodes/node.ts';
import { canonicalUuid, constantTimeEqual } from './text.ts';
import { lockProject } from './transaction.ts';

function wrongSecret(): CallError {
  return new CallError(
    403,
    'auth::accessdenied',
    'The binding secret is not the current one of this node. A secret works once: "Get node details" returns the current one.',
  );
}

/**
 * Binds a device to the node of the connection key, replacing its former device. The secret works once: a new one replaces
 * it. Other clients connected with the key are disconnected.
 * @throws CallError if the secret is not the current one of the node, or another node has the device
 */
const bindDevice: Handler<'device/binddevice'> = async (context, body) => {
  const { tx, projectId, ids, now, end } = context;
  const { deviceid, bindingsecret } = body;
  // Orders this change and messages that are pushed to the node.
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

/** Tells a device that its connection key is valid. With an invalid key, the request is rejected earlier. */
const check: Handler<'device/check'> = async (context) => {
  await callingNode(context);
  return {};
};

/** Records a heartbeat. Counts per interval are not stored, because no documented operation returns them. */
const heartbeat: Handler<'device/heartbeat'> = async (context) => {
  const { tx, projectId, now } = context;
  const id = await callingNode(context);
  await tx
    .updateTable('nodes')
    .set({ last_heartbeat: now })
    .where('project_id', '=', projectId)
    .where('id', '=', id)
    .execute();
  return {};
};

export const deviceHandlers = {
  'device/binddevice': bindDevice,
  'device/check': check,
  'device/heartbeat': heartbeat,
} satisfies Partial<Handlers>;
