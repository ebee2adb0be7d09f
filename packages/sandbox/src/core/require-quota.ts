import type { Context } from './context.ts';
import { CallError } from './errors.ts';
import { limits } from './limits.ts';
import { lockProject } from './transaction.ts';

/** Table of each kind, and its name in messages. */
const kinds = {
  nodes: ['nodes', 'nodes'],
  variables: ['variables', 'variables'],
  logs: ['logs', 'log lines'],
  values: ['value_store', 'keys'],
  tokens: ['access_tokens', 'access tokens'],
  commands: ['commands', 'commands'],
  assets: ['assets', 'assets'],
  deployments: ['deployments', 'deployments'],
  reports: ['deployment_reports', 'reports of deployments'],
} as const;

export function tooMany(max: number, what: string): CallError {
  return new CallError(
    429,
    'sandbox::toomany',
    `A project can have at most ${max} ${what} in this sandbox. Delete some, reset the project, or create another project.`,
  );
}

/**
 * Checks that the quota of the project allows more resources of a kind. No concurrent request adds one before this one ends.
 * @throws CallError 429 `sandbox::toomany`
 */
export async function requireQuota(
  { tx, projectId }: Context,
  kind: keyof typeof kinds,
  more = 1,
): Promise<void> {
  const [table, what] = kinds[kind];
  await lockProject(tx, projectId);
  const { held } = await tx
    .selectFrom(table)
    .select(({ fn }) => fn.countAll().as('held'))
    .where('project_id', '=', projectId)
    .executeTakeFirstOrThrow();
  const max = limits.project[kind];
  if (Number(held) + more > max) throw tooMany(max, what);
}
