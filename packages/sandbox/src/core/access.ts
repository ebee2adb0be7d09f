import type { Policy, ReadContext } from './context.ts';
import { denied } from './errors.ts';
import { excerpt } from './text.ts';

/** Scope of a value-store namespace, as clients of the Platform API name it. */
export type Scope = 'global' | 'node';

/** Policy entry that means all resources of its kind. */
const all = '*';

function permit(context: ReadContext, kind: keyof Policy['resources'], name: string, what: string) {
  const { principal } = context;
  if (principal.kind !== 'token') return;
  const names = principal.policy.resources[kind] ?? [];
  if (names.includes(name) || names.includes(all)) return;
  throw denied(`The policy of the access token does not name ${what} in "resources.${kind}".`);
}

/**
 * Checks that the policy of a token names the node. Other principals always pass.
 * @throws RequestError `auth::accessdenied`
 */
export function permitNode(context: ReadContext, nodeId: string): void {
  permit(context, 'nodes', nodeId, `the node ${excerpt(nodeId)}`);
}

/**
 * Checks that the policy of a token names the variable, by its identifier. Other principals always pass.
 * @throws RequestError `auth::accessdenied`
 */
export function permitVariable(context: ReadContext, variable: string): void {
  permit(context, 'variables', variable, `the variable "${excerpt(variable)}"`);
}

/**
 * Checks that the policy of a token names the namespace: a node in `nodes`, a global namespace in `vsglobalscopes`. Other
 * principals always pass.
 * @throws RequestError `auth::accessdenied`
 */
export function permitNamespace(context: ReadContext, scope: Scope, id: string): void {
  if (scope === 'node') permitNode(context, id);
  else permit(context, 'vsglobalscopes', id, `the global namespace "${excerpt(id)}"`);
}

/**
 * Checks that the policy of a token names the key. Other principals always pass.
 * @throws RequestError `auth::accessdenied`
 */
export function permitKey(context: ReadContext, key: string): void {
  permit(context, 'vskeys', key, `the key "${excerpt(key)}"`);
}

/**
 * Returns the node id of the device that sent the request.
 * @throws RequestError 403 if the principal is not a device
 */
export function requireDevice({ principal }: ReadContext): string {
  if (principal.kind === 'device') return principal.nodeId;
  throw denied('This operation is for devices. Send the connection key of a node.');
}
