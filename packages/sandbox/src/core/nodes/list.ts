import type { Handler } from '../context.ts';
import { readOffset } from '../page.ts';

interface Request {
  readonly limit: number;
  readonly order?: 'asc' | 'desc';
}

/** One page of the project's node ids, oldest first unless asked for otherwise. */
export const listNodes: Handler = async ({ tx, projectId }, body) => {
  const { limit, order = 'asc' } = body as unknown as Request;
  const offset = readOffset(body);
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
