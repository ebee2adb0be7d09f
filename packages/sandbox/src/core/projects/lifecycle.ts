import type { ExpressionBuilder, Kysely, Transaction } from 'kysely';
import { keyHash, newApiKey } from '../auth/keys.ts';
import type { Ended, ReadContext } from '../context.ts';
import type { Deps } from '../deps.ts';
import { RetryLater } from '../errors.ts';
import { limits } from '../limits.ts';
import { seedProject, type SeedContext } from './seed.ts';
import { inTransaction, lockAll, lockProject } from '../transaction.ts';
import type { Database } from '../../store/database.ts';

/** Points that are deleted between two pauses: a few milliseconds. */
const perSlice = 5000;

/**
 * Tables that refer to a project, in order of deletion. Points are deleted before, by key, because cascading from each
 * variable takes ten times as long. Their count is deleted last, because submissions write it last.
 */
const tables = [
  ...(['nodes', 'variables', 'value_store', 'access_tokens', 'event_rules', 'streams'] as const),
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
 * Deletes the data of a project, but not the project. The project must be locked.
 * @param pause yields to other work between two parts
 */
async function emptyProject(
  tx: Transaction<Database>,
  projectId: string,
  pause: ReadContext['pause'],
): Promise<void> {
  await removePoints(tx, projectId, pause);
  for (const table of tables) {
    await tx.deleteFrom(table).where('project_id', '=', projectId).execute();
  }
}

/** Deletes a project and its data. The project must be locked. */
async function removeProject(
  tx: Transaction<Database>,
  projectId: string,
  pause: ReadContext['pause'],
): Promise<void> {
  await emptyProject(tx, projectId, pause);
  await tx.deleteFrom('projects').where('id', '=', projectId).execute();
}

/**
 * Deletes a project unless it was used within a day, for example after it was found idle.
 * @param now milliseconds since 1970
 * @param pause yields to other work between two parts
 * @param ended called with the deleted project
 * @returns whether the project was deleted
 */
export async function endIdleProject(
  db: Kysely<Database>,
  projectId: string,
  now: number,
  pause: ReadContext['pause'],
  ended?: Ended,
): Promise<boolean> {
  const isDeleted = await inTransaction(db, async (tx) => {
    // An update instead of a read, so that PostgreSQL locks the row.
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
  if (isDeleted) ended?.(projectId);
  return isDeleted;
}

const { keep } = limits.projects;

/** Whether a project may be deleted to make space for another one. */
function mayEnd(eb: ExpressionBuilder<Database, 'projects'>, now: number) {
  return eb.or([
    eb.and([eb('uses', '=', 0), eb('last_used', '<=', now - keep.unused)]),
    eb('last_used', '<=', now - keep.used),
  ]);
}

/**
 * Deletes the least used project, and among equally used ones the one that has been idle longest. So a client that creates
 * many projects replaces none that is in use.
 * @param now milliseconds since 1970
 * @param pause yields to other work between two parts
 * @returns its id; nothing if all are in use
 */
async function endLeastUsedProject(
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
    // An update instead of a read, so that PostgreSQL locks the row, and checks it again after concurrent users of the
    // project.
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
 * Returns when the next project may be deleted if it is not used before.
 * @returns milliseconds since 1970
 */
async function nextEnd(tx: Transaction<Database>): Promise<number> {
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
 * Deletes a project and its data.
 * @throws RequestError `auth::tokennotfound` if the project no longer exists
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
 * Deletes projects that were not used for a day, each in its own transaction, and expired tokens.
 * @param now milliseconds since 1970
 * @param usedAt the same for the last use of projects, see `Deps.idleClock`
 * @param pause awaited after each project, and between two parts of a large one
 * @param ended called with each deleted project
 */
export async function sweepProjects(
  db: Kysely<Database>,
  now: number,
  usedAt: number,
  pause: ReadContext['pause'],
  ended?: Ended,
): Promise<void> {
  const idle = await db
    .selectFrom('projects')
    .select('id')
    .where('last_used', '<=', usedAt - limits.idle)
    .execute();
  for (const { id } of idle) {
    await endIdleProject(db, id, usedAt, pause, ended);
    await pause(1);
  }
  await db.deleteFrom('access_tokens').where('expires', '<=', now).execute();
}

const second = 1000;

export interface NewProject {
  readonly projectId: string;
  /** Returned once: the store keeps only its hash. */
  readonly apiKey: string;
}

/**
 * Deletes projects until there is space for one more.
 * @returns their ids
 * @throws RetryLater 503 `sandbox::full` if all are in use
 */
async function makeSpace(
  tx: Transaction<Database>,
  max: number,
  now: number,
  pause: Deps['pause'],
): Promise<string[]> {
  const ended: string[] = [];
  for (;;) {
    const { held } = await tx
      .selectFrom('projects')
      .select(({ fn }) => fn.countAll<number>().as('held'))
      .executeTakeFirstOrThrow();
    if (held < max) return ended;
    const id = await endLeastUsedProject(tx, now, pause);
    if (id === undefined) {
      const seconds = Math.max(1, Math.ceil(((await nextEnd(tx)) - now) / second));
      const text = `This sandbox has its maximum of ${max} projects, and all of them are in use. Try again in ${seconds} seconds.`;
      throw new RetryLater(503, 'sandbox::full', text, seconds);
    }
    ended.push(id);
  }
}

/** Writes the data of an empty project. It runs again after a conflict, so it must have no effects outside of the transaction. */
export type Fill = (context: SeedContext) => Promise<void>;

/** Dependencies of a new project. */
type CreationDeps = Pick<
  Deps,
  'db' | 'clock' | 'idleClock' | 'ids' | 'sha256' | 'pause' | 'ended' | 'maxProjects'
>;

/**
 * Creates a project. If there are too many projects, the least used idle one is deleted.
 * @param fill writes its data; sample data by default
 * @throws RetryLater 503 `sandbox::full` if there are too many and all are in use
 */
export async function createProject(
  deps: CreationDeps,
  fill: Fill = seedProject,
): Promise<NewProject> {
  const { db, clock, idleClock = clock, ids, sha256, pause, ended } = deps;
  const { maxProjects = limits.projects.max } = deps;
  const [now, usedAt] = [clock.now(), idleClock.now()];
  await sweepProjects(db, now, usedAt, pause, ended);
  const project = { projectId: ids.uuid(), apiKey: newApiKey(ids) };
  const { projectId, apiKey } = project;
  const replaced = await inTransaction(db, async (tx) => {
    await lockAll(tx, 'projects');
    const endedHere = await makeSpace(tx, maxProjects, usedAt, pause);
    const row = { id: projectId, api_key_hash: keyHash(sha256, apiKey) };
    await tx
      .insertInto('projects')
      .values({ ...row, created: now, last_used: usedAt, uses: 0 })
      .execute();
    await fill({ tx, projectId, ids, sha256, now });
    return endedHere;
  });
  for (const id of replaced) ended?.(id);
  return project;
}

/**
 * Replaces all data of a project. Its id and its API key remain; ids and keys inside are those of the new data.
 * @param fill writes the new data; sample data by default
 * @throws RequestError `auth::tokennotfound` if the project no longer exists
 */
export async function resetProject(
  {
    db,
    clock,
    idleClock = clock,
    ids,
    sha256,
    pause,
    ended,
  }: Pick<Deps, 'db' | 'clock' | 'idleClock' | 'ids' | 'sha256' | 'pause' | 'ended'>,
  projectId: string,
  fill: Fill = seedProject,
): Promise<void> {
  const [now, usedAt] = [clock.now(), idleClock.now()];
  await inTransaction(db, async (tx) => {
    await lockProject(tx, projectId);
    await emptyProject(tx, projectId, pause);
    await tx
      .updateTable('projects')
      .set({ last_used: usedAt })
      .where('id', '=', projectId)
      .execute();
    await fill({ tx, projectId, ids, sha256, now });
  });
  ended?.(projectId);
}
