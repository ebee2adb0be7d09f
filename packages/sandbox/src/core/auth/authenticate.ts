import { identifyAccessToken } from './access-token.ts';
import { identifyApiKey } from './api-key.ts';
import { identifyConnectionKey } from './connection-key.ts';
import type { Credential } from './credential.ts';
import type { AuthSurroundings, Identified, Identity } from './identity.ts';
import { noteUse } from './note-use.ts';

function identify(surroundings: AuthSurroundings, credential: Credential): Promise<Identified> {
  switch (credential.kind) {
    case 'apiKey':
      return identifyApiKey(surroundings, credential.key);
    case 'signature':
      return identifyAccessToken(surroundings, credential.signed);
    case 'connectionKey':
      return identifyConnectionKey(surroundings, credential.key, credential.transport);
  }
}

/**
 * Finds whom a credential belongs to, and notes that the project is in use.
 * @param isUse false for a request that only describes the project
 * @throws CallError `auth::tokennotfound` for an unknown one, `auth::accessdenied` for one that does not fit the request
 */
export async function authenticate(
  surroundings: AuthSurroundings,
  credential: Credential,
  isUse = true,
): Promise<Identity> {
  const identity = await identify(surroundings, credential);
  await noteUse(surroundings, identity, isUse);
  return identity;
}
