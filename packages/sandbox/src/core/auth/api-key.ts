import { keyHash } from './hash.ts';
import { unknownCredential, type AuthSurroundings, type Identified } from './identity.ts';

/**
 * The project of an API key.
 * @throws CallError `auth::tokennotfound`
 */
export async function identifyApiKey(
  { db, sha256 }: AuthSurroundings,
  key: string,
): Promise<Identified> {
  const project = await db
    .selectFrom('projects')
    .select(['id', 'last_used', 'uses'])
    .where('api_key_hash', '=', keyHash(sha256, key))
    .executeTakeFirst();
  if (!project) {
    throw unknownCredential(
      'No project has this API key. Projects end after 24 hours without a call: create a new one.',
    );
  }
  const { id: projectId, last_used: lastUsed, uses } = project;
  return { projectId, lastUsed, uses, caller: { kind: 'apiKey' }, hasDevice: false };
}
