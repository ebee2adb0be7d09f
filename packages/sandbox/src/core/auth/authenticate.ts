import { identifyAccessToken } from './access-token.ts';
import { identifyApiKey } from './api-key.ts';
import { identifyConnectionKey } from './connection-key.ts';
import type { Credential } from './credential.ts';
import type { AuthDeps, Identified, Identity } from './identity.ts';
import { recordUse } from './record-use.ts';

function identify(deps: AuthDeps, credential: Credential): Promise<Identified> {
  switch (credential.kind) {
    case 'apiKey':
      return identifyApiKey(deps, credential.key);
    case 'signature':
      return identifyAccessToken(deps, credential.signed);
    case 'connectionKey':
      return identifyConnectionKey(deps, credential.key, credential.transport);
  }
}

/**
 * Authenticates a client, and records that its project is in use.
 * @param isUse false for a request that only describes the project
 * @throws CallError `auth::tokennotfound` for an unknown one, `auth::accessdenied` for one that does not fit the request
 */
export async function authenticate(
  deps: AuthDeps,
  credential: Credential,
  isUse = true,
): Promise<Identity> {
  const identity = await identify(deps, credential);
  await recordUse(deps, identity, isUse);
  return identity;
}
