import type { JsonObject, Context } from '../context.ts';
import { CallError } from '../call-error.ts';
import { requireNamespace, type Scope } from '../access.ts';
import { isStorable } from '../data/storable-text.ts';
import { canonicalUuid } from '../uuid.ts';

/** One namespace of the value store. */
export interface NamespaceRef {
  readonly scope: Scope;
  /** Node id, or a name of the user's choice. */
  readonly namespace: string;
}

/** Namespace of a node: `node` on the platform side, `self` on the device's own. */
export function nodeNamespace(nodeId: string): NamespaceRef {
  return { scope: 'node', namespace: nodeId };
}

/**
 * The namespace that a call of the Platform API names.
 * @throws CallError `auth::accessdenied` for a token without it
 */
export function readNamespace(context: Context, { scope, id }: JsonObject): NamespaceRef {
  const namespace = scope === 'node' ? canonicalUuid(id as string) : (id as string);
  const ref: NamespaceRef = { scope: scope as Scope, namespace };
  requireNamespace(context, ref.scope, ref.namespace);
  return ref;
}

/**
 * Passes for a namespace that can hold keys: that of a node of the project, or any other name.
 * @throws CallError `vs::invalidns`
 */
export async function requireExistingNamespace(
  { tx, projectId }: Context,
  { scope, namespace }: NamespaceRef,
): Promise<void> {
  if (!isStorable(namespace) || namespace === '') {
    const text =
      'The id of a namespace takes 1 to 1000 bytes of text without the character U+0000.';
    throw new CallError(400, 'vs::invalidns', text);
  }
  if (scope === 'global') return;
  const node = await tx
    .selectFrom('nodes')
    .select('id')
    .where('project_id', '=', projectId)
    .where('id', '=', namespace)
    .executeTakeFirst();
  if (node) return;
  throw new CallError(404, 'vs::invalidns', `This project has no node "${namespace}".`);
}
