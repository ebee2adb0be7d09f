import type { Expression, ExpressionBuilder, Kysely, SqlBool, Transaction } from 'kysely';
import { keyHash, newApiKey } from '../auth/keys.ts';
import type { AnnouncementListener } from '../announcements.ts';
import type { ReadContext } from '../context.ts';
import type { Deps } from '../deps.ts';
import { projectEnded, RetryLater } from '../errors.ts';
import { limits } from '../limits.ts';
import { isLive, purgeProject, retireProject } from './retire.ts';
import { seedProject } from './seed.ts';
import { lastUseTime } from '../time.ts';
import { inTransaction, lockAll } from '../transaction.ts';
import type { Database } from '../../store/database.ts';

/**
 * Deletes a project unless it was used within a day, for example after it was found idle.
 * @param now milliseconds since 1970
 * @param pause yields to other work between two parts
 * @param emit announces the deleted project
 * @returns whether the project was deleted
 */
export async function endIdleProject(
  db: Kysely<Database>,
  projectId: string,
  now: number,
  pause: ReadContext['pause'],
  emit: AnnouncementListener,
): Promise<boolean> {
  const found = await inTransaction(db, async (tx) => {
    // An update instead of a read, so that PostgreSQL locks the row.
    const project = await tx
      .updateTable('projects')
      .set((eb) => ({ last_used: eb.ref('last_used') }))
      .where('id', '=', projectId)
      .where(isLive)
      .returning('last_used')
      .executeTakeFirst();
    if (!project) return 'gone';
    if (project.last_used > now - limits.idle) return 'used';
    await retireProject(tx, projectId);
    return 'retired';
  });
  if (found === 'used') return false;
  emit({ kind: 'end', projectId });
  if (found === 'retired') await purgeProject(db, projectId, pause);
  return true;
}

const { keep } = limits.projects;

/** Whether a project may be deleted to make space for another one. */
function mayEnd(eb: ExpressionBuilder<Database, 'projects'>, now: number) {
  return eb.or([
    eb.and([eb('uses', '=', 0), eb('last_used', '<=', now - keep.unused)]),
    eb('last_used', '<=', now - keep.used),
  ]);
}

/** Condition that a project meets to be deleted for another one. */
type Candidate = (eb: ExpressionBuilder<Database, 'projects'>) => Expression<SqlBool>;

/**
 * Makes the least used of the projects that meet a condition unreachable; among equally used ones, the one that has been idle
 * longest.
 * @returns its id; undefined if there is none
 */
async function retireLeastUsed(
  tx: Transaction<Database>,
  isCandidate: Candidate,
): Promise<string | undefined> {
  for (;;) {
    const found = await tx
      .selectFrom('projects')
      .select('id')
      .where(isLive)
      .where(isCandidate)
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
      .where(isLive)
      .where(isCandidate)
      .executeTakeFirstOrThrow();
    if (numUpdatedRows === 0n) continue;
    await retireProject(tx, found.id);
    return found.id;
  }
}

/**
 * Returns the client that has created the most projects, if they are at least two more than those of another client.
 * @param client see `createProject`
 */
async function largestHolder(
  tx: Transaction<Database>,
  client: string | undefined,
): Promise<string | undefined> {
  if (client === undefined) return undefined;
  const holders = await tx
    .selectFrom('projects')
    .select(({ fn }) => ['client', fn.countAll<number>().as('held')])
    .where(isLive)
    .where('client', 'is not', null)
    .groupBy('client')
    .orderBy('held', 'desc')
    .execute();
  const [largest] = holders;
  const own = holders.find((holder) => holder.client === client)?.held ?? 0;
  return largest && largest.held > own + 1 ? (largest.client ?? undefined) : undefined;
}

/**
 * Makes a project unreachable that may be deleted for a new one: an idle one of the client with the most projects, else any
 * idle one, else one of that client that is in use. So neither one client nor many that hold a few projects each keep out a
 * client that holds none.
 * @param now milliseconds since 1970
 * @returns its id; undefined if all are in use
 */
async function retireForNew(
  tx: Transaction<Database>,
  now: number,
  client: string | undefined,
): Promise<string | undefined> {
  const largest = await largestHolder(tx, client);
  const isIdle: Candidate = (eb) => mayEnd(eb, now);
  const isOfLargest: Candidate = (eb) => eb('client', '=', largest ?? '');
  const ofLargest = async (isCandidate: Candidate) =>
    largest === undefined ? undefined : await retireLeastUsed(tx, isCandidate);
  return (
    (await ofLargest((eb) => eb.and([isOfLargest(eb), isIdle(eb)]))) ??
    (await retireLeastUsed(tx, isIdle)) ??
    (await ofLargest(isOfLargest))
  );
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
    .where(isLive)
    .executeTakeFirstOrThrow();
  return Math.min((unused ?? Infinity) + keep.unused, (used ?? Infinity) + keep.used);
}

/**
 * Deletes a project and its data.
 * @param hash of its API key
 * @throws RequestError `auth::tokennotfound` if the project no longer exists
 */
export async function deleteProject(
  deps: Pick<Deps, 'db' | 'pause' | 'emit' | 'inBackground'>,
  hash: string,
): Promise<void> {
  const projectId = await inTransaction(deps.db, async (tx) => {
    const { id } = await lockProjectOf(tx, hash);
    await retireProject(tx, id);
    return id;
  });
  await deleteRetired(deps, [projectId]);
}

/**
 * Deletes projects that were not used for a day, and expired tokens.
 * @param now milliseconds since 1970
 * @param usedAt the same for the last use of projects, see `Deps.idleClock`
 * @param pause awaited after each project, and between two parts of a large one
 * @param emit announces each deleted project
 */
export async function sweepProjects(
  db: Kysely<Database>,
  now: number,
  usedAt: number,
  pause: ReadContext['pause'],
  emit: AnnouncementListener,
): Promise<void> {
  const idle = await db
    .selectFrom('projects')
    .select('id')
    .where('last_used', '<=', usedAt - limits.idle)
    .where(isLive)
    .execute();
  for (const { id } of idle) {
    await endIdleProject(db, id, usedAt, pause, emit);
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
 * Makes projects unreachable until there is space for one more.
 * @returns their ids
 * @throws RetryLater 503 `sandbox::full` if all are in use
 */
export async function makeSpaceForProject(
  tx: Transaction<Database>,
  { maxProjects: max = limits.projects.max }: Pick<Deps, 'maxProjects'>,
  now: number,
  client: string | undefined,
): Promise<string[]> {
  await lockAll(tx, 'projects');
  const ended: string[] = [];
  for (;;) {
    const { held } = await tx
      .selectFrom('projects')
      .select(({ fn }) => fn.countAll<number>().as('held'))
      .where(isLive)
      .executeTakeFirstOrThrow();
    if (held < max) return ended;
    const id = await retireForNew(tx, now, client);
    if (id === undefined) {
      const seconds = Math.max(1, Math.ceil(((await nextEnd(tx)) - now) / second));
      const text = `This sandbox has its maximum of ${max} projects, and all of them are in use. Try again in ${seconds} seconds.`;
      throw new RetryLater(503, 'sandbox::full', text, seconds);
    }
    ended.push(id);
  }
}

/** Announces projects that are unreachable, and deletes their data. */
export async function deleteRetired(
  { db, pause, emit, inBackground }: Pick<Deps, 'db' | 'pause' | 'emit' | 'inBackground'>,
  projectIds: readonly string[],
): Promise<void> {
  for (const projectId of projectIds) emit({ kind: 'end', projectId });
  const purge = async () => {
    for (const id of projectIds) await purgeProject(db, id, pause);
  };
  if (inBackground) inBackground(purge);
  else await purge();
}

/** Dependencies of a new project. */
export type LifecycleDeps = Pick<
  Deps,
  | 'db'
  | 'clock'
  | 'ids'
  | 'sha256'
  | 'pause'
  | 'emit'
  | 'maxProjects'
  | 'idleClock'
  | 'inBackground'
>;

/**
 * Creates a project with sample data. If there are too many projects, one is deleted; see `retireForNew`.
 * @param client name of the client that creates it, which does not reveal its address
 * @throws RetryLater 503 `sandbox::full` if there are too many and all are in use
 */
export async function createProject(deps: LifecycleDeps, client?: string): Promise<NewProject> {
  const { db, clock, ids, sha256, pause, emit, idleClock = clock, inBackground } = deps;
  const [now, usedAt] = [clock.now(), idleClock.now()];
  const sweep = () => sweepProjects(db, now, usedAt, pause, emit);
  if (inBackground) inBackground(sweep);
  else await sweep();
  const project = { projectId: ids.uuid(), apiKey: newApiKey(ids) };
  const { projectId, apiKey } = project;
  const replaced = await inTransaction(db, async (tx) => {
    const endedHere = await makeSpaceForProject(tx, deps, usedAt, client);
    const row = { id: projectId, api_key_hash: keyHash(sha256, apiKey), client: client ?? null };
    await tx
      .insertInto('projects')
      .values({ ...row, created: now, last_used: lastUseTime(deps), uses: 0 })
      .execute();
    await seedProject({ tx, projectId, ids, sha256, now });
    return endedHere;
  });
  await deleteRetired(deps, replaced);
  return project;
}

/**
 * Finds and locks the project of an API key.
 * @param hash of the API key
 * @returns its row, locked until the end of the transaction
 * @throws RequestError `auth::tokennotfound` if no project has the key
 */
export async function lockProjectOf(tx: Transaction<Database>, hash: string) {
  for (;;) {
    const found = await tx
      .selectFrom('projects')
      .selectAll()
      .where('api_key_hash', '=', hash)
      .executeTakeFirst();
    if (!found) throw projectEnded();
    // An update instead of a read, so that PostgreSQL locks the row. Another request may have replaced the project.
    const { numUpdatedRows } = await tx
      .updateTable('projects')
      .set((eb) => ({ created: eb.ref('created') }))
      .where('id', '=', found.id)
      .where('api_key_hash', '=', hash)
      .executeTakeFirstOrThrow();
    if (numUpdatedRows > 0n) return found;
  }
}

/**
 * Replaces all data of a project with new sample data. The project keeps its API key and the id that clients know, and its rows
 * get a new id: its former data is unreachable at once, and deleted afterward.
 * @param hash of its API key
 * @returns the new id of its rows
 * @throws RequestError `auth::tokennotfound` if the project no longer exists
 */
export async function resetProject(deps: LifecycleDeps, hash: string): Promise<string> {
  const { db, clock, ids, sha256 } = deps;
  const [now, last_used] = [clock.now(), lastUseTime(deps)];
  const newId = ids.uuid();
  const formerId = await inTransaction(db, async (tx) => {
    const former = await lockProjectOf(tx, hash);
    await retireProject(tx, former.id);
    await tx
      .insertInto('projects')
      .values({ ...former, id: newId, public_id: former.public_id ?? former.id, last_used })
      .execute();
    await seedProject({ tx, projectId: newId, ids, sha256, now });
    return former.id;
  });
  await deleteRetired(deps, [formerId]);
  return newId;
}
