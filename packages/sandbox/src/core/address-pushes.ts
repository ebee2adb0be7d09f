import { prepared } from '../store/prepared.ts';
import type { AddressedPush, Context, Push } from './context.ts';

const devicesOf = prepared((db, of: { readonly projectId: string; readonly nodeId: string }) =>
  db
    .selectFrom('nodes')
    .select('device_id')
    .where('project_id', '=', of.projectId)
    .where('id', '=', of.nodeId),
);

/**
 * Addresses messages to the devices of their nodes. One for a node without a device is left out: who is connected with its
 * key is not known to be its device.
 */
export async function addressPushes(
  { tx, projectId }: Pick<Context, 'tx' | 'projectId'>,
  pushes: readonly Push[],
): Promise<AddressedPush[]> {
  const addressed: AddressedPush[] = [];
  for (const push of pushes) {
    const [node] = await devicesOf(tx, { projectId, nodeId: push.nodeId });
    if (node?.device_id != null) addressed.push({ ...push, deviceId: node.device_id });
  }
  return addressed;
}
