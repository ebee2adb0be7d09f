import { CallError } from '../call-error.ts';
import { unknownCredential, type AuthDeps, type Identified } from './identity.ts';
import { nodeOfKey, projectOfKey } from './keys.ts';

/**
 * The node of a connection key.
 * @throws CallError for a key that no node has, or whose node is suspended
 */
export async function identifyConnectionKey(
  deps: AuthDeps,
  key: string,
  transport: 'http' | 'mqtt',
): Promise<Identified> {
  const node = await nodeOfKey(deps, key);
  if (!node) {
    throw unknownCredential(
      (await projectOfKey(deps, key))
        ? 'This is an API key: it opens the Platform API. A device sends the connection key of its node, see "Get a connection key".'
        : 'No node has this connection key. "Get a connection key" returns it; send it without a prefix. A project ends after 24 hours without a request: create a new one, which has other keys.',
    );
  }
  if (node.suspended === 1) {
    throw new CallError(403, 'auth::accessdenied', 'The node of this connection key is suspended.');
  }
  return {
    projectId: node.project_id,
    lastUsed: node.last_used,
    uses: node.uses,
    caller: { kind: 'device', nodeId: node.id, transport },
    hasDevice: node.device_id !== null,
    isExpected: node.device_id !== null && node.is_bound === 0,
  };
}
