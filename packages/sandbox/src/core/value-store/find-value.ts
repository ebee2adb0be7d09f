import type { JsonValue } from '@anedya-docs/openapi-model';
import type { Selectable } from 'kysely';
import type { ValueTable } from '../../store/tables/value-store.ts';
import { CallError } from '../call-error.ts';
import type { Context } from '../context.ts';
import { isStorable } from '../data/storable-text.ts';
import type { NamespaceRef } from './namespace.ts';

export type StoredValue = Selectable<ValueTable>;

/** What lists tell of a key: not its value, which may be large. */
export const keyColumns = [
  'scope',
  'namespace',
  'key',
  'type',
  'size',
  'created',
  'modified',
] as const;

function keyNotFound(key: string, { scope, namespace }: NamespaceRef): CallError {
  return new CallError(
    404,
    'vs::keynotfound',
    `There is no key "${key}" in the ${scope} namespace "${namespace}".`,
  );
}

/** The row of a key, when there is one. */
async function findValue(
  { tx, projectId }: Context,
  { scope, namespace }: NamespaceRef,
  key: string,
): Promise<StoredValue | undefined> {
  if (!isStorable(key) || !isStorable(namespace)) return undefined;
  return tx
    .selectFrom('value_store')
    .selectAll()
    .where('project_id', '=', projectId)
    .where('scope', '=', scope)
    .where('namespace', '=', namespace)
    .where('key', '=', key)
    .executeTakeFirst();
}

/**
 * The row of a key.
 * @throws CallError `vs::keynotfound`
 */
export async function requireValue(
  context: Context,
  ref: NamespaceRef,
  key: string,
): Promise<StoredValue> {
  const value = await findValue(context, ref, key);
  if (value) return value;
  throw keyNotFound(key, ref);
}

/** What a row holds, as JSON gives it. */
export function nativeValue({ value }: StoredValue): JsonValue {
  return JSON.parse(value) as JsonValue;
}
