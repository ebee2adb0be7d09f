import type { Context } from '../context.ts';
import { findNode, type NodeRow } from '../nodes/find-node.ts';
import { requireDevice } from '../require-device.ts';

/**
 * The node whose connection key the device has sent.
 * @throws CallError for a caller that is no device
 */
export function callingNode(context: Context): Promise<NodeRow> {
  return findNode(context, requireDevice(context));
}
