import { CallError } from '../call-error.ts';
import type { Identity } from './identity.ts';

/** Calls that a node may make before it has a device: they are how it gets one, or tell that its key is right. */
const beforeBinding: ReadonlySet<string> = new Set([
  'device/binddevice',
  'device/check',
  'device/http-time-sync',
]);

function denied(message: string): CallError {
  return new CallError(403, 'auth::accessdenied', message);
}

/**
 * Checks that a caller may make a call at all. What its policy says of nodes, variables and keys is checked where they
 * are known.
 * @param id `platform/node-list`
 * @param permission that an access token needs; undefined when the call takes none
 * @throws CallError `auth::accessdenied`
 */
export function permit(
  { caller, hasDevice }: Pick<Identity, 'caller' | 'hasDevice'>,
  id: string,
  permission: string | undefined,
): void {
  if (caller.kind === 'token') {
    if (permission === undefined)
      throw denied('This call takes no access token: it needs the API key.');
    if (caller.policy.allow.includes(permission)) return;
    throw denied(`The policy of the access token does not allow "${permission}".`);
  }
  if (caller.kind === 'device' && !hasDevice && !beforeBinding.has(id)) {
    throw denied('The node has no device yet: use "Bind device", or "Authorize a device".');
  }
}
