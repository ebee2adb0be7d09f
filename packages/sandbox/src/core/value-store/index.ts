import type { ExpressionBuilder } from 'kysely';
import type { Database } from '../../store/database.ts';
import { permitKey, permitNamespace } from '../access.ts';
import type {
  Context,
  Handler,
  Handlers,
  JsonObject,
  Policy,
  ReadContext,
  ReadHandler,
  RequestBodies,
} from '../context.ts';
import { toSeconds } from '../time.ts';
import { authenticatedNode } from '../node-records.ts';
import { readPage } from '../page.ts';
import { canonicalUuid, isStorable } from '../text.ts';
import {
  deleteValue,
  keyColumns,
  type NamespaceRef,
  nativeValue,
  nodeNamespace,
  readNamespace,
  requireExistingNamespace,
  requireValue,
  setValue,
  type StoredValue,
} from './values.ts';

/** Returns a namespace in the terms of the Device API, where the node's own one is `self`. */
function deviceNamespace({
  scope,
  namespace,
}: Pick<StoredValue, 'scope' | 'namespace'>): JsonObject {
  return scope === 'node' ? { scope: 'self', id: '' } : { scope: 'global', id: namespace };
}

/**
 * Writes a key of the device's own node.
 * @throws RequestError if the value does not match its type or is too long
 */
const deviceSetValue: Handler<'device/valuestore-set-value'> = async (context, body) => {
  const id = await authenticatedNode(context);
  const { key, type, value } = body;
  await setValue(context, nodeNamespace(id), { key, type, value });
  return {};
};

/**
 * Reads a key of the device's own node or of a global namespace.
 * @throws RequestError if the key does not exist
 */
const deviceGetValue: Handler<'device/valuestore-get-value'> = async (context, body) => {
  const id = await authenticatedNode(context);
  const { namespace, key } = body;
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
 * @throws RequestError if the key does not exist
 */
const deviceDeleteValue: Handler<'device/valuestore-delete'> = async (context, body) => {
  const id = await authenticatedNode(context);
  await deleteValue(context, nodeNamespace(id), body.key);
  return {};
};

/** Returns a page of the keys that the device can read: those of its node, then the global ones. */
const deviceScan: ReadHandler<'device/valuestore-scan'> = async (context, body) => {
  const id = await authenticatedNode(context);
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

/** Checks that a token has access to the namespace and the key of a request. */
function readBody(
  context: Context,
  body: RequestBodies['platform/valuestore-get-value'],
): { ref: NamespaceRef; key: string } {
  const { namespace, key } = body;
  const ref = readNamespace(context, namespace);
  permitKey(context, key);
  return { ref, key };
}

/**
 * Writes a key of any namespace.
 * @throws RequestError `vs::invalidns`, `vs::invalidtype`, `vs::invalidrequest`
 */
const platformSetValue: Handler<'platform/valuestore-create-value'> = async (context, body) => {
  const { ref, key } = readBody(context, body);
  const { type, value } = body;
  await requireExistingNamespace(context, ref);
  await setValue(context, ref, { key, type, value });
  return {};
};

/**
 * Reads a key of any namespace.
 * @throws RequestError `vs::keynotfound`, `vs::invalidns`
 */
const platformGetValue: Handler<'platform/valuestore-get-value'> = async (context, body) => {
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
 * @throws RequestError `vs::keynotfound`, also for an unknown node
 */
const platformDeleteValue: Handler<'platform/valuestore-delete'> = async (context, body) => {
  const { ref, key } = readBody(context, body);
  await deleteValue(context, ref, key);
  return {};
};

/** Secondary sort keys, so that pages neither repeat nor skip a key. */
const sorting = {
  namespace: ['namespace', 'key'],
  key: ['key', 'namespace'],
  created: ['created', 'namespace', 'key'],
} as const;

/** Returns the names that the policy of a token lists; nothing if it lists all. */
function visible({ principal }: ReadContext, kind: keyof Policy['resources']) {
  if (principal.kind !== 'token') return undefined;
  const names = principal.policy.resources[kind] ?? [];
  return names.includes('*') ? undefined : names.filter(isStorable);
}

/** Returns the namespaces to list; nothing for all of the scope. */
function wantedNamespaces(
  context: ReadContext,
  { filter }: RequestBodies['platform/valuestore-scan'],
): readonly string[] | undefined {
  const { scope, id } = filter.namespace;
  // Anedya's Go SDK sends an empty id for none.
  if (id === undefined || id === '')
    return visible(context, scope === 'node' ? 'nodes' : 'vsglobalscopes');
  const name = scope === 'node' ? canonicalUuid(id) : id;
  permitNamespace(context, scope, name);
  return isStorable(name) ? [name] : [];
}

/** PostgreSQL does not accept an empty list. */
function among(
  row: ExpressionBuilder<Database, 'value_store'>,
  column: 'namespace' | 'key',
  names: readonly string[],
) {
  return names.length === 0 ? row.lit(false) : row(column, 'in', names);
}

/**
 * Returns a page of the keys of a scope, or of one namespace in it. A token sees the keys that its policy names.
 * @throws RequestError `auth::accessdenied` for a token without access to the namespace
 */
const platformScan: ReadHandler<'platform/valuestore-scan'> = async (context, body) => {
  const { tx, projectId, pause } = context;
  const { filter, orderby, order = 'desc' } = body;
  const { limit, offset } = readPage(body);
  let all = tx
    .selectFrom('value_store')
    .where('project_id', '=', projectId)
    .where('scope', '=', filter.namespace.scope);
  const namespaces = wantedNamespaces(context, body);
  if (namespaces) all = all.where((row) => among(row, 'namespace', namespaces));
  const keys = visible(context, 'vskeys');
  if (keys) all = all.where((row) => among(row, 'key', keys));
  let page = all.select(keyColumns);
  for (const column of sorting[orderby]) page = page.orderBy(column, order);
  const rows = await page.limit(limit).offset(offset).execute();
  await pause(rows.length);
  const { total } = await all
    .select(({ fn }) => fn.countAll().as('total'))
    .executeTakeFirstOrThrow();
  const data = rows.map(({ scope, namespace, key, type, size, created, modified }) => ({
    namespace: { scope, id: namespace },
    key,
    type,
    size,
    created: toSeconds(created),
    modified: toSeconds(modified),
  }));
  const count = data.length;
  return { count, totalCount: Number(total), next: offset + count, data };
};

export const valueStoreHandlers = {
  'platform/valuestore-create-value': platformSetValue,
  'platform/valuestore-get-value': platformGetValue,
  'platform/valuestore-scan': { largeRead: platformScan },
  'platform/valuestore-delete': platformDeleteValue,
  'device/valuestore-set-value': deviceSetValue,
  'device/valuestore-get-value': deviceGetValue,
  'device/valuestore-scan': { largeRead: deviceScan },
  'device/valuestore-delete': deviceDeleteValue,
} satisfies Partial<Handlers>;
