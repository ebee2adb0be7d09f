import type { Transaction } from 'kysely';
import type { Database } from '../../store/database.ts';
import { keyHash, newApiKey } from '../auth/keys.ts';
import type { Deps } from '../deps.ts';
import { RetryLater } from '../errors.ts';
import { limits } from '../limits.ts';
import { inTransaction, lockAll, lockProject } from '../transaction.ts';
import { emptyProject, endLeastUsedProject, nextEnd, sweepProjects } from './end.ts';
import { seedProject } from './seed/index.ts';

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

/**
 * Creates a project with sample data. If there are too many projects, the least used idle one is deleted.
 * @throws RetryLater 503 `sandbox::full` if there are too many and all are in use
 */
export async function createProject(
  deps: Pick<Deps, 'db' | 'clock' | 'ids' | 'sha256' | 'pause' | 'ended' | 'maxProjects'>,
): Promise<NewProject> {
  const { db, clock, ids, sha256, pause, ended } = deps;
  const { maxProjects = limits.projects.max } = deps;
  const now = clock.now();
  await sweepProjects(db, now, pause, ended);
  const project = { projectId: ids.uuid(), apiKey: newApiKey(ids) };
  const { projectId, apiKey } = project;
  const replaced = await inTransaction(db, async (tx) => {
    await lockAll(tx, 'projects');
    const endedHere = await makeSpace(tx, maxProjects, now, pause);
    const row = { id: projectId, api_key_hash: keyHash(sha256, apiKey) };
    await tx
      .insertInto('projects')
      .values({ ...row, created: now, last_used: now, uses: 0 })
      .execute();
    await seedProject({ tx, projectId, ids, sha256, now });
    return endedHere;
  });
  for (const id of replaced) ended?.(id);
  return project;
}

/**
 * Replaces all data of a project with new sample data. Its id and its API key remain; ids and keys inside are new.
 * @throws CallError `auth::tokennotfound` if the project no longer exists
 */
export async function resetProject(
  {
    db,
    clock,
    ids,
    sha256,
    pause,
    ended,
  }: Pick<Deps, 'db' | 'clock' | 'ids' | 'sha256' | 'pause' | 'ended'>,
  projectId: string,
): Promise<void> {
  const now = clock.now();
  await inTransaction(db, async (tx) => {
    await lockProject(tx, projectId);
    await emptyProject(tx, projectId, pause);
    await tx.updateTable('projects').set({ last_used: now }).where('id', '=', projectId).execute();
    await seedProject({ tx, projectId, ids, sha256, now });
  });
  ended?.(projectId);
}
