import type { Kysely } from 'kysely';
import type { Database } from '../../store/database.ts';
import { CallError } from '../call-error.ts';
import { isStorable } from '../data/storable-text.ts';
import { unknownCredential, type AuthSurroundings, type Identity } from './identity.ts';

function nodeOf(db: Kysely<Database>, key: string) {
  return db
    .selectFrom('nodes')
    .select(['id', 'project_id', 'device_id', 'is_bound', 'suspended'])
    .where('connection_key', '=', key)
    .executeTakeFirst();
}

/**
 * The node of a connection key.
 * @throws CallError for a key that no node has, or whose node is suspended
 */
export async function identifyConnectionKey(
  { db }: AuthSurroundings,
  key: string,
  transport: 'http' | 'mqtt',
): Promise<Identity> {
  const node = isStorable(key) ? await nodeOf(db, key) : undefined;
  if (!node) {
    throw unknownCredential(
      'No node has this connection key. Read it with node-get-connection-key, and send it without a prefix.',
    );
  }
  if (node.suspended === 1) {
    throw new CallError(403, 'auth::accessdenied', 'The node of this connection key is suspended.');
  }
  return {
    projectId: node.project_id,
    caller: { kind: 'device', nodeId: node.id, transport },
    hasDevice: node.device_id !== null,
    isExpected: node.device_id !== null && node.is_bound === 0,
  };
}
