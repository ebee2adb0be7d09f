import { CallError } from './call-error.ts';
import type { Context } from './context.ts';
import { limits } from './limits.ts';

/** Table of each kind. */
const tables = {
  nodes: 'nodes',
  tokens: 'access_tokens',
  commands: 'commands',
  assets: 'assets',
  deployments: 'deployments',
} as const;

/**
 * Passes while the project holds fewer things of a kind than it may.
 * @throws CallError 429 `sandbox::toomany`
 */
export async function requireRoom(
  { tx, projectId }: Context,
  kind: keyof typeof tables,
): Promise<void> {
  const { held } = await tx
    .selectFrom(tables[kind])
    .select(({ fn }) => fn.countAll().as('held'))
    .where('project_id', '=', projectId)
    .executeTakeFirstOrThrow();
  const max = limits.project[kind];
  if (Number(held) < max) return;
  throw new CallError(
    429,
    'sandbox::toomany',
    `A project of this sandbox holds ${max} ${kind} at most. Reset the project, or use another.`,
  );
}
