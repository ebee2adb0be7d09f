import type { JsonValue } from '@anedya-docs/openapi-model';
import type { Selectable } from 'kysely';
import type { ValueTable } from '../../store/database.ts';
import { permitNamespace, type Scope } from '../access.ts';
import type { Context, RequestBodies } from '../context.ts';
import { toSeconds } from '../time.ts';
import { RequestError } from '../errors.ts';
import { limits } from '../limits.ts';
import { lockProject, requireQuota } from '../transaction.ts';
import { canonicalUuid, excerpt, isStorable, utf8Length } from '../text.ts';

/** A namespace of the value store. */
export interface NamespaceRef {
  readonly scope: Scope;
  /** Node id, or an arbitrary name. */
  readonly namespace: string;
}

/** Namespace of a node: `node` in the Platform API, `self` in the Device API. */
export function nodeNamespace(nodeId: string): NamespaceRef {
  return { scope: 'node', namespace: nodeId };
}

/**
 * Returns the namespace of a Platform API request.
 * @throws RequestError `auth::accessdenied` for a token without access to it
 */
export function readNamespace(
  context: Context,
  { scope, id }: RequestBodies['platform/valuestore-get-value']['namespace'],
): NamespaceRef {
  const namespace = scope === 'node' ? canonicalUuid(id) : id;
  const ref: NamespaceRef = { scope, namespace };
  permitNamespace(context, ref.scope, ref.namespace);
  return ref;
}

/**
 * Checks that a namespace can have keys: that of an existing node, or any other name.
 * @throws RequestError `vs::invalidns`
 */
export async function requireExistingNamespace(
  { tx, projectId }: Context,
  { scope, namespace }: NamespaceRef,
): Promise<void> {
  if (!isStorable(namespace) || namespace === '') {
    const text = 'The id of a namespace must have 1 to 1000 bytes, without the character U+0000.';
    throw new RequestError(400, 'vs::invalidns', text);
  }
  if (scope === 'global') return;
  const node = await tx
    .selectFrom('nodes')
    .select('id')
    .where('project_id', '=', projectId)
    .where('id', '=', namespace)
    .executeTakeFirst();
  if (node) return;
  throw new RequestError(404, 'vs::invalidns', `This project has no node "${excerpt(namespace)}".`);
}

export type StoredValue = Selectable<ValueTable>;

/** Columns that lists return: not the value, which may be large. */
export const keyColumns = [
  'scope',
  'namespace',
  'key',
  'type',
  'size',
  'created',
  'modified',
] as const;

function keyNotFound(key: string, { scope, namespace }: NamespaceRef): RequestError {
  return new RequestError(
    404,
    'vs::keynotfound',
    `There is no key "${excerpt(key)}" in the ${scope} namespace "${excerpt(namespace)}".`,
  );
}

/** Returns the row of a key, if it exists. */
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
 * Returns the row of a key.
 * @throws RequestError `vs::keynotfound`
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

/** Returns the value of a row as JSON. */
export function nativeValue({ value }: StoredValue): JsonValue {
  return JSON.parse(value) as JsonValue;
}

/**
 * Deletes a key. The device is not notified, because no message for it is documented.
 * @throws RequestError `vs::keynotfound`
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

/** Base64 with padding (RFC 4648, 4). */
function isBase64(text: string): boolean {
  return text.length % 4 === 0 && /^[A-Za-z0-9+/]*={0,2}$/.test(text);
}

function invalidType(type: string, hint: string): RequestError {
  return new RequestError(400, 'vs::invalidtype', `"value" is not of type ${type}: send ${hint}.`);
}

function textLength(text: string): number {
  const bytes = utf8Length(text);
  const { text: max } = limits.values;
  if (bytes <= max) return bytes;
  const message = `The text in "value" has ${bytes} bytes; the maximum of this sandbox is ${max}.`;
  throw new RequestError(413, 'vs::invalidrequest', message);
}

/**
 * Returns the bytes of a value: 8 for a number, 1 for a boolean, the UTF-8 bytes of a string, the decoded bytes of base64
 * text.
 * @throws RequestError `vs::invalidtype` if the value does not match the type, `vs::invalidrequest` if it is too long
 */
export function valueSize(type: string, value: JsonValue): number {
  if (type === 'float') {
    if (typeof value !== 'number') throw invalidType(type, 'a JSON number');
    return 8;
  }
  if (type === 'boolean') {
    if (typeof value !== 'boolean') throw invalidType(type, 'true or false');
    return 1;
  }
  if (typeof value !== 'string') throw invalidType(type, 'text');
  const length = textLength(value);
  if (type === 'string') return length;
  if (!isBase64(value)) throw invalidType(type, 'base64 text with its padding');
  const padding = value.length - value.replace(/=+$/, '').length;
  return (length / 4) * 3 - padding;
}

interface Entry {
  readonly key: string;
  readonly type: string;
  readonly value: JsonValue;
}

/** Returns the bytes of the current value of a key; nothing if the key does not exist. */
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
 * Checks that the quota of the project allows a new value, which may replace the current one.
 * @throws RequestError 429 for too many keys, 413 for too many bytes
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
  const text = `The values of a project can have at most ${max} bytes in this sandbox. Delete some, reset the project, or create another project.`;
  throw new RequestError(413, 'sandbox::toomany', text);
}

/**
 * Writes a key. An existing key keeps its creation time. The device of a node is notified of every new value in its
 * namespace, whichever client wrote it (specs/facts/device-api.md, 7).
 * @throws RequestError `vs::invalidtype`, `vs::invalidrequest`, 429 or 413 if the project is full
 */
export async function setValue(context: Context, ref: NamespaceRef, entry: Entry): Promise<void> {
  const { tx, projectId, now } = context;
  const { key, type, value } = entry;
  if (!isStorable(key)) {
    const text = '"key" can have up to 1000 bytes, without the character U+0000.';
    throw new RequestError(400, 'vs::invalidrequest', text);
  }
  const content = { type, value: JSON.stringify(value), size: valueSize(type, value) };
  // One server sends the values of a key in the order in which they are stored; with two servers, each sends its own.
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
  context.publish({ kind: 'value', nodeId, key, type, value, modified: toSeconds(now) });
  context.push({
    nodeId,
    topic: 'valuestore/updates/json',
    body: { namespace: { scope: 'self', id: '' }, key, type, value, modified: toSeconds(now) },
  });
}
