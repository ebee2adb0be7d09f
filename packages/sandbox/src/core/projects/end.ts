import type { ExpressionBuilder, Kysely, Transaction } from 'kysely';
import type { Deps } from '../../deps.ts';
import type { Database } from '../../store/database.ts';
import type { Ended, ReadContext } from '../context.ts';
import { limits } from '../limits.ts';
import { inTransaction, lockProject } from '../transaction.ts';

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
async function removeProject(
  tx: Transaction<Database>,
  projectId: string,
  pause: ReadContext['pause'],
): Promise<void> {
  await emptyProject(tx, projectId, pause);
  await tx.deleteFrom('projects').where('id', '=', projectId).execute();
}

/**
 * Ends a project unless somebody has used it within a day, as may happen after it was found idle.
 * @param now milliseconds since 1970
 * @param pause lets other work run between two parts of this
 * @returns whether the project is no more
 */
export function endIdleProject(
  db: Kysely<Database>,
  projectId: string,
  now: number,
  pause: ReadContext['pause'],
): Promise<boolean> {
  return inTransaction(db, async (tx) => {
    // Written, so that PostgreSQL locks the row before it is read.
    const project = await tx
      .updateTable('projects')
      .set((eb) => ({ last_used: eb.ref('last_used') }))
      .where('id', '=', projectId)
      .returning('last_used')
      .executeTakeFirst();
    if (!project) return true;
    if (project.last_used > now - limits.idle) return false;
    await removeProject(tx, projectId, pause);
    return true;
  });
}

const { keep } = limits.projects;

/** Whether a project may be ended for another one. */
function mayEnd(eb: ExpressionBuilder<Database, 'projects'>, now: number) {
  return eb.or([
    eb.and([eb('uses', '=', 0), eb('last_used', '<=', now - keep.unused)]),
    eb('last_used', '<=', now - keep.used),
  ]);
}

/**
 * Ends the project that was used least, of those the one that nobody has used for longest. Who creates many projects and
 * leaves them, or uses each of them once, replaces no project that is in use.
 * @param now milliseconds since 1970
 * @param pause lets other work run between two parts of this
 * @returns its id; nothing when all are in use
 */
export async function endLeastUsedProject(
  tx: Transaction<Database>,
  now: number,
  pause: ReadContext['pause'],
): Promise<string | undefined> {
  for (;;) {
    const found = await tx
      .selectFrom('projects')
      .select('id')
      .where((eb) => mayEnd(eb, now))
      .orderBy('uses')
      .orderBy('last_used')
      .orderBy('id')
      .limit(1)
      .executeTakeFirst();
    if (!found) return undefined;
    // Written, so that PostgreSQL locks the row, and looks again once other users of the project are done.
    const { numUpdatedRows } = await tx
      .updateTable('projects')
      .set((eb) => ({ created: eb.ref('created') }))
      .where('id', '=', found.id)
      .where((eb) => mayEnd(eb, now))
      .executeTakeFirstOrThrow();
    if (numUpdatedRows === 0n) continue;
    await removeProject(tx, found.id, pause);
    return found.id;
  }
}

/**
 * When the next project may be ended, if nobody uses it until then.
 * @returns milliseconds since 1970
 */
export async function nextEnd(tx: Transaction<Database>): Promise<number> {
  const { unused, used } = await tx
    .selectFrom('projects')
    .select(({ fn }) => [
      fn.min<number | null>('last_used').filterWhere('uses', '=', 0).as('unused'),
      fn.min<number | null>('last_used').as('used'),
    ])
    .executeTakeFirstOrThrow();
  return Math.min((unused ?? Infinity) + keep.unused, (used ?? Infinity) + keep.used);
}

/**
 * Ends a project: all that it holds goes with it.
 * @throws CallError `auth::tokennotfound` for one that has ended
 */
export async function deleteProject(
  { db, pause, ended }: Pick<Deps, 'db' | 'pause' | 'ended'>,
  projectId: string,
): Promise<void> {
  await inTransaction(db, async (tx) => {
    await lockProject(tx, projectId);
    await removeProject(tx, projectId, pause);
  });
  ended?.(projectId);
}

/**
 * Ends the projects that nobody has used for a day, each in its own transaction, and tokens that have expired.
 * @param now milliseconds since 1970
 * @param pause waited for after each project, and between two parts of a large one
 * @param ended told of each project
 */
export async function sweepProjects(
  db: Kysely<Database>,
  now: number,
  pause: ReadContext['pause'],
  ended?: Ended,
): Promise<void> {
  const idle = await db
    .selectFrom('projects')
    .select('id')
    .where('last_used', '<=', now - limits.idle)
    .execute();
  for (const { id } of idle) {
    if (await endIdleProject(db, id, now, pause)) ended?.(id);
    await pause(1);
  }
  await db.deleteFrom('access_tokens').where('expires', '<=', now).execute();
}
