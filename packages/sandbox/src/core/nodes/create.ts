import type { Handler } from '../context.ts';
import { requireQuota } from '../require-quota.ts';
import { canonicalUuid } from '../uuid.ts';
import { checkKey } from './check-text.ts';
import { claimDevice } from './claim-device.ts';
import { newNodeKey } from './keys.ts';
import { putTags, type Tag } from './tags.ts';

interface Request {
  readonly node_name: string;
  readonly node_desc?: string;
  readonly tags?: readonly Tag[];
  readonly preauth_id?: string;
}

/**
 * Creates a node, and authorizes a device ahead when the request names one.
 * @throws CallError `node::devidexists` when another node has the device, `generic::malformedrequest` for text that is too
 * long or that no store keeps
 */
export const createNode: Handler = async (context, body) => {
  const { tx, projectId, ids, now } = context;
  const { node_name, node_desc = '', tags = [], preauth_id } = body as unknown as Request;
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
