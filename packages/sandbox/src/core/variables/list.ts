import type { ReadHandler } from '../context.ts';
import { readPage } from '../page.ts';

/** One page of the variables, in the order they were made. */
export const listVariables: ReadHandler = async ({ tx, projectId, pause }, body) => {
  const { limit, offset } = readPage(body);
  const all = tx.selectFrom('variables').where('project_id', '=', projectId);
  const page = await all
    .selectAll()
    .orderBy('created')
    .orderBy('id')
    .limit(limit)
    .offset(offset)
    .execute();
  await pause(page.length);
  const { total } = await all
    .select(({ fn }) => fn.countAll().as('total'))
    .executeTakeFirstOrThrow();
  return {
    currentCount: page.length,
    totalCount: Number(total),
    offset,
    nodeParams: page.map(({ id, name, variable, type, description, ttl }) => ({
      variableId: id,
      name,
      variable,
      type,
      desc: description,
      ttl,
    })),
  };
};
