import type { ReadContext } from '../context.ts';
import { canonicalUuid } from '../uuid.ts';

export interface Filter {
  readonly nodes: readonly string[];
  readonly type: 'include' | 'exclude';
}

/** Ids of the nodes to read, sorted. A filter may name nodes that the project does not have: it selects none by them. */
export async function filteredNodes(
  { tx, projectId }: ReadContext,
  filter: Filter | undefined,
): Promise<readonly string[]> {
  const rows = await tx
    .selectFrom('nodes')
    .select('id')
    .where('project_id', '=', projectId)
    .execute();
  const ids = rows.map(({ id }) => id).sort();
  if (!filter) return ids;
  const named = new Set(filter.nodes.map(canonicalUuid));
  return ids.filter((id) => named.has(id) === (filter.type === 'include'));
}
