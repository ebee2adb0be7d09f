import type { Handler } from '../context.ts';
import { largestNodePage, readPage } from '../page.ts';

/** One page of the project's node ids, oldest first unless asked for otherwise. */
export const listNodes: Handler = async ({ tx, projectId }, body) => {
  const { order = 'asc' } = body as { readonly order?: 'asc' | 'desc' };
  const { limit, offset } = readPage(body, largestNodePage);
  const ofProject = tx.selectFrom('nodes').where('project_id', '=', projectId);
  const page = await ofProject
    .select('id')
    .orderBy('created', order)
    .orderBy('id', order)
    .limit(limit)
    .offset(offset)
    .execute();
  const { total } = await ofProject
    .select(({ fn }) => fn.countAll<number>().as('total'))
    .executeTakeFirstOrThrow();
  return {
    currentCount: page.length,
    totalCount: total,
    offset,
    nodes: page.map(({ id }) => id),
  };
};
