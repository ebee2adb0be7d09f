import { CallError } from '../call-error.ts';
import type { Context } from '../context.ts';
import { limits } from '../limits.ts';

const words = { variables: 'variables', logs: 'log lines', value_store: 'keys' } as const;
const maxima = {
  variables: limits.project.variables,
  logs: limits.project.logs,
  value_store: limits.project.values,
} as const;

export function tooMany(max: number, what: string): CallError {
  return new CallError(
    429,
    'sandbox::toomany',
    `A project of this sandbox holds ${max} ${what} at most. Delete some, reset the project, or use another.`,
  );
}

/**
 * Passes while a project has room for some more rows.
 * @throws CallError 429 `sandbox::toomany`
 */
export async function requireRoomFor(
  { tx, projectId }: Context,
  table: keyof typeof maxima,
  more: number,
): Promise<void> {
  const { held } = await tx
    .selectFrom(table)
    .select(({ fn }) => fn.countAll().as('held'))
    .where('project_id', '=', projectId)
    .executeTakeFirstOrThrow();
  if (Number(held) + more > maxima[table]) throw tooMany(maxima[table], words[table]);
}
