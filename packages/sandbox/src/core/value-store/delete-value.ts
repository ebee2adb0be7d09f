import type { Context } from '../context.ts';
import { requireValue } from './find-value.ts';
import type { NamespaceRef } from './namespace.ts';

/**
 * Deletes a key. The device is not told: no message for it is documented.
 * @throws CallError `vs::keynotfound`
 */
export async function deleteValue(context: Context, ref: NamespaceRef, key: string): Promise<void> {
  const { scope, namespace } = await requireValue(context, ref, key);
  await context.tx
    .deleteFrom('value_store')
    .where('project_id', '=', context.projectId)
    .where('scope', '=', scope)
    .where('namespace', '=', namespace)
    .where('key', '=', key)
    .execute();
}
