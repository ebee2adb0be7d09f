import type { Policy, ReadContext } from './context.ts';
import { RequestError } from './errors.ts';

/** Scope of a value-store namespace, as clients of the Platform API name it. */
export type Scope = 'global' | 'node';

/** Policy entry that means all resources of its kind. */
const all = '*';

function require(
  context: ReadContext,
  kind: keyof Policy['resources'],
  name: string,
  what: string,
) {
  const { principal } = context;
  if (principal.kind !== 'token') return;
  const names = principal.policy.resources[kind] ?? [];
  if (names.includes(name) || names.includes(all)) return;
  throw new RequestError(
    403,
    'auth::accessdenied',
    `The policy of the access token does not name ${what} in "resources.${kind}".`,
  );
}

/**
 * Checks that the policy of a token names the node. Other principals always pass.
 * @throws RequestError `auth::accessdenied`
 */
export function requireNode(context: ReadContext, nodeId: string): void {
  require(context, 'nodes', nodeId, `the node ${nodeId}`);
}

/**
 * Checks that the policy of a token names the variable, by its identifier. Other principals always pass.
 * @throws RequestError `auth::accessdenied`
 */
export function requireVariable(context: ReadContext, variable: string): void {
  require(context, 'variables', variable, `the variable "${variable}"`);
}

/**
 * Checks that the policy of a token names the namespace: a node in `nodes`, a global namespace in `vsglobalscopes`. Other
 * principals always pass.
 * @throws RequestError `auth::accessdenied`
 */
export function requireNamespace(context: ReadContext, scope: Scope, id: string): void {
  if (scope === 'node') requireNode(context, id);
  else require(context, 'vsglobalscopes', id, `the global namespace "${id}"`);
}

/**
 * Checks that the policy of a token names the key. Other principals always pass.
 * @throws RequestError `auth::accessdenied`
 */
export function requireKey(context: ReadContext, key: string): void {
  require(context, 'vskeys', key, `the key "${key}"`);
}

/**
 * Returns the node id of the device that sent the request.
 * @throws RequestError 403 if the principal is not a device
 */
export function requireDevice({ principal }: ReadContext): string {
  if (principal.kind === 'device') return principal.nodeId;
  throw new RequestError(
    403,
    'auth::accessdenied',
    'This operation is for devices. Send the connection key of a node.',
  );
}
