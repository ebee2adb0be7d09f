import type { JsonValue } from '@anedya-docs/openapi-model';
import { CallError } from '../call-error.ts';
import type { Context } from '../context.ts';
import { isStorable } from '../data/storable-text.ts';
import { toSeconds } from '../data/time.ts';
import { limits } from '../limits.ts';
import { lockProject } from '../lock.ts';
import { requireQuota } from '../require-quota.ts';
import type { NamespaceRef } from './namespace.ts';
import { valueSize } from './value-size.ts';

export interface Entry {
  readonly key: string;
  readonly type: string;
  readonly value: JsonValue;
}

/** Bytes of the value that a key has; nothing when there is no such key. */
async function findSize(
  { tx, projectId }: Context,
  { scope, namespace }: NamespaceRef,
  key: string,
): Promise<number | undefined> {
  if (!isStorable(namespace)) return undefined;
  const row = await tx
    .selectFrom('value_store')
    .select('size')
    .where('project_id', '=', projectId)
    .where('scope', '=', scope)
    .where('namespace', '=', namespace)
    .where('key', '=', key)
    .executeTakeFirst();
  return row?.size;
}

/**
 * Checks that the quota of the project allows a value that replaces another one, or none.
 * @throws CallError 429 for a key too many, 413 for bytes too many
 */
async function requireSpace(
  context: Context,
  present: number | undefined,
  size: number,
): Promise<void> {
  if (present === undefined) await requireQuota(context, 'values');
  const more = size - (present ?? 0);
  if (more <= 0) return;
  const { project: max } = limits.values;
  const { held } = await context.tx
    .selectFrom('value_store')
    .select(({ fn }) => fn.sum<number | string | null>('size').as('held'))
    .where('project_id', '=', context.projectId)
    .executeTakeFirstOrThrow();
  if (Number(held ?? 0) + more <= max) return;
  const text = `The values of a project in this sandbox have ${max} bytes at most. Delete some, reset the project, or use another.`;
  throw new CallError(413, 'sandbox::toomany', text);
}

/**
 * Writes a key, over the value that is there: that one's time of creation stays. The device of a node is told of every new
 * value in its namespace, whichever client wrote it (reference/device-api.md, 7).
 * @throws CallError `vs::invalidtype`, `vs::invalidrequest`, 429 or 413 when the project is full
 */
export async function setValue(context: Context, ref: NamespaceRef, entry: Entry): Promise<void> {
  const { tx, projectId, now } = context;
  const { key, type, value } = entry;
  if (!isStorable(key)) {
    const text = '"key" takes up to 1000 bytes of text without the character U+0000.';
    throw new CallError(400, 'vs::invalidrequest', text);
  }
  const content = { type, value: JSON.stringify(value), size: valueSize(type, value) };
  // One server tells the device the values of a key in the order in which they are kept; of two, each tells its own.
  await lockProject(tx, projectId);
  await requireSpace(context, await findSize(context, ref, key), content.size);
  const nodeId = ref.scope === 'node' ? ref.namespace : null;
  await tx
    .insertInto('value_store')
    .values({
      project_id: projectId,
      ...ref,
      key,
      node_id: nodeId,
      ...content,
      created: now,
      modified: now,
    })
    .onConflict((conflict) =>
      conflict
        .columns(['project_id', 'scope', 'namespace', 'key'])
        .doUpdateSet({ ...content, modified: now }),
    )
    .execute();
  if (nodeId === null) return;
  context.push({
    nodeId,
    topic: 'valuestore/updates/json',
    body: { namespace: { scope: 'self', id: '' }, key, type, value, modified: toSeconds(now) },
  });
}
