import { prepared } from '../../store/prepared.ts';
import { isStorable } from '../data/storable-text.ts';
import { keyHash } from './hash.ts';
import type { AuthDeps } from './identity.ts';

const nodesOf = prepared((db, { key }: { readonly key: string }) =>
  db
    .selectFrom('nodes')
    .innerJoin('projects', 'projects.id', 'nodes.project_id')
    .select(['nodes.id', 'project_id', 'device_id', 'is_bound', 'suspended', 'last_used', 'uses'])
    .where('connection_key', '=', key),
);

/** The node of a connection key, when there is one. */
export async function nodeOfKey({ db }: AuthDeps, key: string) {
  const [node] = isStorable(key) ? await nodesOf(db, { key }) : [];
  return node;
}

/** The project of an API key, when there is one. */
export function projectOfKey({ db, sha256 }: AuthDeps, key: string) {
  return db
    .selectFrom('projects')
    .select(['id', 'last_used', 'uses'])
    .where('api_key_hash', '=', keyHash(sha256, key))
    .executeTakeFirst();
}
