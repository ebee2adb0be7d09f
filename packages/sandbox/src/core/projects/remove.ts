import type { Transaction } from 'kysely';
import type { Database } from '../../store/database.ts';

/**
 * What refers to a project, and takes the rest with it. Points go first: found by their key all at once, and not by every
 * variable anew, which takes ten times as long. Their count goes last, because submissions write it last.
 */
const tables = [
  ...(['points', 'nodes', 'variables', 'value_store', 'access_tokens'] as const),
  ...(['assets', 'deployments', 'point_counts'] as const),
];

/** Removes all that a project holds, and leaves the project. To be called when it is locked. */
export async function emptyProject(tx: Transaction<Database>, projectId: string): Promise<void> {
  for (const table of tables) {
    await tx.deleteFrom(table).where('project_id', '=', projectId).execute();
  }
}

/** Removes a project with all that it holds. To be called when it is locked. */
export async function removeProject(tx: Transaction<Database>, projectId: string): Promise<void> {
  await emptyProject(tx, projectId);
  await tx.deleteFrom('projects').where('id', '=', projectId).execute();
}
