import { CallError } from '../call-error.ts';
import type { Context } from '../context.ts';
import { limits } from '../limits.ts';
import { lockProject } from '../lock.ts';
import { checkKey } from './check-text.ts';

// A type, not an interface: it must pass as JSON.
// eslint-disable-next-line @typescript-eslint/consistent-type-definitions
export type Tag = {
  key: string;
  value: string;
};

const max = limits.project.tags;

function tooManyTags(): CallError {
  return new CallError(429, 'sandbox::toomany', `A node of this sandbox has ${max} tags at most.`);
}

/**
 * Adds tags to a node, or changes their values: of two with one key, the last one counts.
 * @throws CallError `generic::malformedrequest` for text that is too long or that no store keeps, 429 `sandbox::toomany` when the node has
 * too many then
 */
export async function putTags(
  { tx, projectId }: Context,
  nodeId: string,
  tags: readonly Tag[],
): Promise<void> {
  for (const { key, value } of tags) {
    checkKey('tag.key', key);
    checkKey('tag.value', value);
  }
  const last = new Map(tags.map(({ key, value }) => [key, value]));
  if (last.size === 0) return;
  if (last.size > max) throw tooManyTags();
  await lockProject(tx, projectId);
  const rows = [...last].map(([key, value]) => ({
    project_id: projectId,
    node_id: nodeId,
    key,
    value,
  }));
  await tx
    .insertInto('node_tags')
    .values(rows)
    .onConflict((conflict) =>
      conflict
        .columns(['project_id', 'node_id', 'key'])
        .doUpdateSet((row) => ({ value: row.ref('excluded.value') })),
    )
    .execute();
  const { held } = await tx
    .selectFrom('node_tags')
    .select(({ fn }) => fn.countAll<number>().as('held'))
    .where('project_id', '=', projectId)
    .where('node_id', '=', nodeId)
    .executeTakeFirstOrThrow();
  if (held > max) throw tooManyTags();
}
