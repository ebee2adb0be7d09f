import { keyHash } from '../auth/hash.ts';
import { CallError } from '../call-error.ts';
import { limits } from '../limits.ts';
import { lockAll } from '../lock.ts';
import { inTransaction } from '../transaction.ts';
import { seedProject } from './seed/index.ts';
import type { ProjectSurroundings } from './surroundings.ts';
import { sweepProjects } from './sweep.ts';

/** Characters of an API key, as clients have seen them. */
const keyLength = 64;

export interface NewProject {
  readonly projectId: string;
  /** Shown once: the store keeps its hash. */
  readonly apiKey: string;
}

/**
 * Creates a project with demo content, after ending those that are idle.
 * @throws CallError 429 `sandbox::full` when there are too many
 */
export async function createProject(surroundings: ProjectSurroundings): Promise<NewProject> {
  const { db, clock, ids, sha256, ended } = surroundings;
  const now = clock.now();
  await sweepProjects(db, now, ended);
  const project = { projectId: ids.uuid(), apiKey: ids.hex(keyLength) };
  const { projectId, apiKey } = project;
  await inTransaction(db, async (tx) => {
    await lockAll(tx, 'projects');
    const { held } = await tx
      .selectFrom('projects')
      .select(({ fn }) => fn.countAll<number>().as('held'))
      .executeTakeFirstOrThrow();
    const max = limits.total.projects;
    if (held >= max) {
      const text = `This sandbox holds ${max} projects, which are in use. Idle ones end after a day: try again later.`;
      throw new CallError(429, 'sandbox::full', text);
    }
    const row = { id: projectId, api_key_hash: keyHash(sha256, apiKey) };
    await tx
      .insertInto('projects')
      .values({ ...row, created: now, last_used: now })
      .execute();
    await seedProject({ tx, projectId, ids, sha256, now });
  });
  return project;
}
