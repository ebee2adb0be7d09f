import type { JsonValue } from '@anedya-docs/openapi-model';
import { requireKey } from '../access.ts';
import type { Context, Handler, JsonObject } from '../context.ts';
import { toSeconds } from '../data/time.ts';
import { deleteValue } from './delete-value.ts';
import { nativeValue, requireValue } from './find-value.ts';
import { readNamespace, requireExistingNamespace, type NamespaceRef } from './namespace.ts';
import { setValue } from './set-value.ts';

interface Body {
  readonly namespace: JsonObject;
  readonly key: string;
}

/** The namespace and the key of a call, both of which a token needs. */
function readBody(context: Context, body: JsonObject): { ref: NamespaceRef; key: string } {
  const { namespace, key } = body as unknown as Body;
  const ref = readNamespace(context, namespace);
  requireKey(context, key);
  return { ref, key };
}

/**
 * Writes a key of any namespace.
 * @throws CallError `vs::invalidns`, `vs::invalidtype`, `vs::invalidrequest`
 */
export const platformSetValue: Handler = async (context, body) => {
  const { ref, key } = readBody(context, body);
  const { type, value } = body as { readonly type: string; readonly value: JsonValue };
  await requireExistingNamespace(context, ref);
  await setValue(context, ref, { key, type, value });
  return {};
};

/**
 * Reads a key of any namespace.
 * @throws CallError `vs::keynotfound`, `vs::invalidns`
 */
export const platformGetValue: Handler = async (context, body) => {
  const { ref, key } = readBody(context, body);
  await requireExistingNamespace(context, ref);
  const row = await requireValue(context, ref, key);
  return {
    namespace: { scope: row.scope, id: row.namespace },
    key,
    value: nativeValue(row),
    type: row.type,
    size: row.size,
    created: toSeconds(row.created),
    modified: toSeconds(row.modified),
  };
};

/**
 * Deletes a key of any namespace.
 * @throws CallError `vs::keynotfound`, for an unknown node as well
 */
export const platformDeleteValue: Handler = async (context, body) => {
  const { ref, key } = readBody(context, body);
  await deleteValue(context, ref, key);
  return {};
};
