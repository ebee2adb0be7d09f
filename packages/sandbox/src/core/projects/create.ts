import type { Transaction } from 'kysely';
import type { Deps } from '../../deps.ts';
import type { Database } from '../../store/database.ts';
import { keyHash } from '../auth/hash.ts';
import { RetryLater } from '../errors.ts';
import { limits } from '../limits.ts';
import { inTransaction, lockAll, lockProject } from '../transaction.ts';
import { emptyProject, endLeastUsedProject, nextEnd, sweepProjects } from './end.ts';
import { seedProject } from './seed/index.ts';

const second = 1000;

/** Characters of an API key, as clients have seen them. */
const keyLength = 64;

export interface NewProject {
  readonly projectId: string;
  /** Shown once: the store keeps its hash. */
  readonly apiKey: string;
}

/**
 * Ends projects until one more fits.
 * @returns their ids
 * @throws RetryLater 503 `sandbox::full` when all are in use
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
      const text = `This sandbox holds ${max} projects, and all of them are in use. Try again in ${seconds} seconds, when one may have become idle.`;
      throw new RetryLater(503, 'sandbox::full', text, seconds);
    }
    ended.push(id);
  }
}

/**
 * Creates a project with demo content. Idle projects are ended before, and when there are too many, the least used one.
 * @throws RetryLater 503 `sandbox::full` when there are too many, and all are in use
 */
export async function createProject(
  deps: Pick<Deps, 'db' | 'clock' | 'ids' | 'sha256' | 'pause' | 'ended' | 'maxProjects'>,
): Promise<NewProject> {
  const { db, clock, ids, sha256, pause, ended } = deps;
  const { maxProjects = limits.projects.max } = deps;
  const now = clock.now();
  await sweepProjects(db, now, pause, ended);
  const project = { projectId: ids.uuid(), apiKey: ids.hex(keyLength) };
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
 * Replaces all data of a project with new sample data. Its id and its API key stay; ids and keys inside are new.
 * @throws CallError `auth::tokennotfound` for one that has ended
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
