import type { Transaction } from 'kysely';
import type { Database } from '../../store/database.ts';
import type { ReadContext } from '../context.ts';

/** Points that are removed between two pauses: a few milliseconds. */
const perSlice = 5000;

/**
 * What refers to a project, and takes the rest with it. Points are gone by then: found by their key all at once, and not by
 * every variable anew, which takes ten times as long. Their count goes last, because submissions write it last.
 */
const tables = [
  ...(['nodes', 'variables', 'value_store', 'access_tokens'] as const),
  ...(['assets', 'deployments', 'point_counts'] as const),
];

async function removePoints(
  tx: Transaction<Database>,
  projectId: string,
  pause: ReadContext['pause'],
): Promise<void> {
  for (;;) {
    const { numDeletedRows } = await tx
      .deleteFrom('points')
      .where('project_id', '=', projectId)
      .where((eb) =>
        eb(
          eb.refTuple('node_id', 'variable', 'timestamp'),
          'in',
          eb
            .selectFrom('points')
            .select(['node_id', 'variable', 'timestamp'])
            .where('project_id', '=', projectId)
            .limit(perSlice)
            .$asTuple('node_id', 'variable', 'timestamp'),
        ),
      )
      .executeTakeFirstOrThrow();
    if (numDeletedRows < perSlice) return;
    await pause(perSlice);
  }
}

/**
 * Removes all that a project holds, and leaves the project. To be called when it is locked.
 * @param pause lets other work run between two parts of this
 */
export async function emptyProject(
  tx: Transaction<Database>,
  projectId: string,
  pause: ReadContext['pause'],
): Promise<void> {
  await removePoints(tx, projectId, pause);
  for (const table of tables) {
    await tx.deleteFrom(table).where('project_id', '=', projectId).execute();
  }
}

/** Removes a project with all that it holds. To be called when it is locked. */
export async function removeProject(
  tx: Transaction<Database>,
  projectId: string,
  pause: ReadContext['pause'],
): Promise<void> {
  await emptyProject(tx, projectId, pause);
  await tx.deleteFrom('projects').where('id', '=', projectId).execute();
}
