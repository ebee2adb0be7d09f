import type { ReadContext } from '../context.ts';
import { requireNode } from '../nodes/find-node.ts';
import { requireDevice } from '../require-device.ts';

/**
 * Id of the node whose connection key the device has sent.
 * @throws CallError for a caller that is no device, or whose node has been deleted since its key was checked
 */
export function callingNode(context: ReadContext): Promise<string> {
  return requireNode(context, requireDevice(context));
}
