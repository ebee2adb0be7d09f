import type { ExpressionBuilder } from 'kysely';
import type { Database } from '../../store/database.ts';
import { requireNamespace, type Scope } from '../access.ts';
import type { Policy } from '../caller.ts';
import type { ReadContext, ReadHandler } from '../context.ts';
import { isStorable } from '../data/storable-text.ts';
import { toSeconds } from '../data/time.ts';
import { readPage } from '../page.ts';
import { canonicalUuid } from '../uuid.ts';
import { keyColumns } from './find-value.ts';

interface Body {
  readonly filter: { readonly namespace: { readonly scope: Scope; readonly id?: string } };
  readonly orderby: 'namespace' | 'key' | 'created';
  readonly order?: 'asc' | 'desc';
}

/** What keys of equal rank are sorted by next, so that pages neither repeat nor skip one. */
const sorting = {
  namespace: ['namespace', 'key'],
  key: ['key', 'namespace'],
  created: ['created', 'namespace', 'key'],
} as const;

/** The names that a token may see of a kind; nothing when it may see all. */
function visible({ caller }: ReadContext, kind: keyof Policy['resources']) {
  if (caller.kind !== 'token') return undefined;
  const names = caller.policy.resources[kind] ?? [];
  return names.includes('*') ? undefined : names.filter(isStorable);
}

/** Names of the namespaces to list; nothing for all of the scope. */
function wantedNamespaces(context: ReadContext, { filter }: Body): readonly string[] | undefined {
  const { scope, id } = filter.namespace;
  if (id === undefined) return visible(context, scope === 'node' ? 'nodes' : 'vsglobalscopes');
  const name = scope === 'node' ? canonicalUuid(id) : id;
  requireNamespace(context, scope, name);
  return isStorable(name) ? [name] : [];
}

/** PostgreSQL takes no empty list. */
function among(
  row: ExpressionBuilder<Database, 'value_store'>,
  column: 'namespace' | 'key',
  names: readonly string[],
) {
  return names.length === 0 ? row.lit(false) : row(column, 'in', names);
}

/**
 * One page of the keys of a scope, or of one namespace of it. A token sees the keys that its policy names.
 * @throws CallError `auth::accessdenied` for a token without the namespace
 */
export const platformScan: ReadHandler = async (context, body) => {
  const { tx, projectId, pause } = context;
  const wanted = body as unknown as Body;
  const { filter, orderby, order = 'desc' } = wanted;
  const { limit, offset } = readPage(body);
  let all = tx
    .selectFrom('value_store')
    .where('project_id', '=', projectId)
    .where('scope', '=', filter.namespace.scope);
  const namespaces = wantedNamespaces(context, wanted);
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
