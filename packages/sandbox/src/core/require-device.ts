import { CallError } from './call-error.ts';
import type { ReadContext } from './context.ts';

/**
 * Id of the node whose device makes the call.
 * @throws CallError 403 when the caller is no device
 */
export function requireDevice({ caller }: ReadContext): string {
  if (caller.kind === 'device') return caller.nodeId;
  throw new CallError(
    403,
    'auth::accessdenied',
    'This call is for devices. Send the connection key of a node.',
  );
}
