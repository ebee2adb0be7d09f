import { keyHash } from './hash.ts';
import { unknownCredential, type AuthSurroundings, type Identity } from './identity.ts';

/**
 * The project of an API key.
 * @throws CallError `auth::tokennotfound`
 */
export async function identifyApiKey(
  { db, sha256 }: AuthSurroundings,
  key: string,
): Promise<Identity> {
  const project = await db
    .selectFrom('projects')
    .select('id')
    .where('api_key_hash', '=', keyHash(sha256, key))
    .executeTakeFirst();
  if (project) return { projectId: project.id, caller: { kind: 'apiKey' }, hasDevice: false };
  throw unknownCredential(
    'No project has this API key. Projects end after 24 hours without a call: create a new one.',
  );
}
