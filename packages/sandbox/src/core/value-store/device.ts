import type { Handler, JsonObject, ReadHandler } from '../context.ts';
import { toSeconds } from '../data/time.ts';
import { callingNode } from '../device/calling-node.ts';
import { readPage } from '../page.ts';
import { deleteValue } from './delete-value.ts';
import { keyColumns, nativeValue, requireValue, type StoredValue } from './find-value.ts';
import { nodeNamespace, type NamespaceRef } from './namespace.ts';
import { setValue, type Entry } from './set-value.ts';

/** A namespace in the words of a device, which calls that of its own node `self`. */
function deviceNamespace({
  scope,
  namespace,
}: Pick<StoredValue, 'scope' | 'namespace'>): JsonObject {
  return scope === 'node' ? { scope: 'self', id: '' } : { scope: 'global', id: namespace };
}

/**
 * Writes a key of the device's own node.
 * @throws CallError when the value does not fit its type or is too long
 */
export const deviceSetValue: Handler = async (context, body) => {
  const id = await callingNode(context);
  const { key, type, value } = body as unknown as Entry;
  await setValue(context, nodeNamespace(id), { key, type, value });
  return {};
};

/**
 * Reads a key of the device's own node or of a global namespace.
 * @throws CallError when there is no such key
 */
export const deviceGetValue: Handler = async (context, body) => {
  const id = await callingNode(context);
  const { namespace, key } = body as unknown as {
    readonly namespace: { readonly scope: 'self' | 'global'; readonly id: string };
    readonly key: string;
  };
  const ref: NamespaceRef =
    namespace.scope === 'self' ? nodeNamespace(id) : { scope: 'global', namespace: namespace.id };
  const row = await requireValue(context, ref, key);
  return {
    namespace: deviceNamespace(row),
    key,
    value: nativeValue(row),
    type: row.type,
    modified: toSeconds(row.modified),
  };
};

/**
 * Deletes a key of the device's own node.
 * @throws CallError when there is no such key
 */
export const deviceDeleteValue: Handler = async (context, body) => {
  const id = await callingNode(context);
  await deleteValue(context, nodeNamespace(id), body.key as string);
  return {};
};

/** One page of the keys that the device can read: those of its own node, then the global ones. */
export const deviceScan: ReadHandler = async (context, body) => {
  const id = await callingNode(context);
  const { limit, offset } = readPage(body);
  const rows = await context.tx
    .selectFrom('value_store')
    .select(keyColumns)
    .where('project_id', '=', context.projectId)
    .where((row) =>
      row.or([row('scope', '=', 'global'), row.and({ scope: 'node', namespace: id })]),
    )
    // `node` sorts after `global`.
    .orderBy('scope', 'desc')
    .orderBy('namespace')
    .orderBy('key')
    .limit(limit)
    .offset(offset)
    .execute();
  await context.pause(rows.length);
  const keys = rows.map((row) => ({
    namespace: deviceNamespace(row),
    key: row.key,
    type: row.type,
    modified: toSeconds(row.modified),
  }));
  return { count: keys.length, next: offset + keys.length, keys };
};
