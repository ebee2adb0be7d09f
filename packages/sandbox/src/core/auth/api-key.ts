import { unknownCredential, type AuthDeps, type Identified } from './identity.ts';
import { nodeOfKey, projectOfKey } from './keys.ts';

/**
 * The project of an API key.
 * @throws CallError `auth::tokennotfound`
 */
export async function identifyApiKey(deps: AuthDeps, key: string): Promise<Identified> {
  const project = await projectOfKey(deps, key);
  if (!project) {
    throw unknownCredential(
      (await nodeOfKey(deps, key))
        ? 'This is the connection key of a node: it opens the Device API. The Platform API takes the API key of the project.'
        : 'No project has this API key. A project ends after 24 hours without a request: create a new one.',
    );
  }
  const { id: projectId, last_used: lastUsed, uses } = project;
  return { projectId, lastUsed, uses, caller: { kind: 'apiKey' }, hasDevice: false };
}
