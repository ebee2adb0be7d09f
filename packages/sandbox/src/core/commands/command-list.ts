import { requireNode } from '../access.ts';
import type { Context, Handler } from '../context.ts';
import { readPage } from '../page.ts';
import { canonicalUuid } from '../uuid.ts';
import { commandSummary } from './views.ts';

interface Filter {
  readonly nodeId?: string;
  readonly status?: readonly string[];
}

/** Nodes whose commands the caller sees; nothing stands for all. */
function visibleNodes(context: Context, { nodeId }: Filter): readonly string[] | undefined {
  const { caller } = context;
  if (nodeId !== undefined) {
    const id = canonicalUuid(nodeId);
    requireNode(context, id);
    return [id];
  }
  if (caller.kind !== 'token') return undefined;
  const nodes = caller.policy.resources.nodes ?? [];
  return nodes.includes('*') ? undefined : nodes;
}

/** `POST /commands/list` of the Platform API: the newest first, in every state. */
export const commandList: Handler = async (context, body) => {
  const { tx, projectId, now } = context;
  const filter = (body.filter ?? {}) as Filter;
  const { limit, offset } = readPage(body);
  const nodes = visibleNodes(context, filter);
  let query = tx.selectFrom('commands').where('project_id', '=', projectId);
  if (nodes) {
    query = query.where((eb) => (nodes.length ? eb('node_id', 'in', nodes) : eb.lit(false)));
  }
  if (filter.status?.length) query = query.where('status', 'in', filter.status);

  const { total } = await query
    .select(({ fn }) => fn.countAll().as('total'))
    .executeTakeFirstOrThrow();
  const rows = await query
    .selectAll()
    .orderBy('issued', 'desc')
    .orderBy('id', 'desc')
    .limit(limit)
    .offset(offset)
    .execute();
  return {
    count: rows.length,
    totalCount: Number(total),
    next: offset + rows.length,
    data: rows.map((row) => commandSummary(row, now)),
  };
};
