import { prepared } from '../../store/prepared.ts';
import { CallError } from '../call-error.ts';
import { isStorable } from '../data/storable-text.ts';
import { unknownCredential, type AuthSurroundings, type Identified } from './identity.ts';

const nodesOf = prepared((db, { key }: { readonly key: string }) =>
  db
    .selectFrom('nodes')
    .innerJoin('projects', 'projects.id', 'nodes.project_id')
    .select(['nodes.id', 'project_id', 'device_id', 'is_bound', 'suspended', 'last_used', 'uses'])
    .where('connection_key', '=', key),
);

/**
 * The node of a connection key.
 * @throws CallError for a key that no node has, or whose node is suspended
 */
export async function identifyConnectionKey(
  { db }: AuthSurroundings,
  key: string,
  transport: 'http' | 'mqtt',
): Promise<Identified> {
  const [node] = isStorable(key) ? await nodesOf(db, { key }) : [];
  if (!node) {
    throw unknownCredential(
      'No node has this connection key. Read it with node-get-connection-key, and send it without a prefix. Projects end after 24 hours without a call: create a new one, which has other keys.',
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
