import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { authenticate } from '../../../src/core/auth/authenticate.ts';
import { RetryLater } from '../../../src/core/errors.ts';
import { handlers } from '../../../src/sandbox.ts';
import { limits } from '../../../src/core/limits.ts';
import {
  createProject,
  endIdleProject,
  type NewProject,
} from '../../../src/core/projects/lifecycle.ts';
import { nodePlatform } from '../../../src/node-platform.ts';
import { compete, competitors } from '../../support/compete.ts';
import { TestSandbox } from '../../support/sandbox.ts';

const minute = 60_000;
const { keep } = limits.projects;

describe('space for a new project', () => {
  let sandbox: TestSandbox;
  const maxProjects = 3;

  beforeEach(async () => {
    sandbox = await TestSandbox.open(handlers);
  });
  afterEach(() => sandbox.close());

  const create = (client?: string) =>
    createProject(
      {
        db: sandbox.db,
        ids: sandbox.ids,
        sha256: nodePlatform.sha256,
        pause: sandbox.pause,
        clock: { now: () => sandbox.now },
        maxProjects,
        emit: sandbox.emit,
      },
      client,
    );

  async function use({ apiKey }: NewProject, isUse = true): Promise<void> {
    const { db, pause } = sandbox;
    const endIdle = (id: string) => endIdleProject(db, id, sandbox.now, pause, sandbox.emit);
    await authenticate(
      { db, endIdle, sha256: nodePlatform.sha256, clock: { now: () => sandbox.now } },
      { kind: 'apiKey', key: apiKey },
      isUse,
    );
  }

  async function rejection(): Promise<RetryLater> {
    try {
      await create();
    } catch (error) {
      if (error instanceof RetryLater) return error;
      throw error;
    }
    throw new Error('the project was created');
  }

  /** As many projects as there may be, a second apart. */
  async function fill(): Promise<NewProject[]> {
    const projects: NewProject[] = [];
    for (let count = 0; count < maxProjects; count += 1) {
      projects.push(await create());
      sandbox.now += 1000;
    }
    return projects;
  }

  const names = (projects: readonly NewProject[]) => projects.map(({ projectId }) => projectId);
  const held = async () => {
    const rows = await sandbox.db.selectFrom('projects').select('id').orderBy('created').execute();
    return rows.map(({ id }) => id);
  };

  it('is that of the oldest one that was only created', async () => {
    const [first, ...others] = await fill();
    sandbox.now += keep.unused;
    const fourth = await create();
    expect(sandbox.ended).toEqual([first?.projectId]);
    expect(await held()).toEqual([...names(others), fourth.projectId]);
  });

  it('does not include a project created just now: the error says when to retry', async () => {
    const [first] = await fill();
    sandbox.now += keep.unused - maxProjects * 1000 - 1500;
    const { status, reason, seconds, message } = await rejection();
    expect([status, reason, seconds]).toEqual([503, 'sandbox::full', 2]);
    expect(message).toContain(`maximum of ${maxProjects} projects`);
    expect(message).toContain('Try again in 2 seconds');
    sandbox.now += seconds * 1000;
    await create();
    expect(sandbox.ended).toEqual([first?.projectId]);
  });

  it('is that of one that was described alone, however often, before one that was used', async () => {
    const [used, described, other] = (await fill()) as [NewProject, NewProject, NewProject];
    await use(used);
    await use(other);
    for (let count = 0; count < 5; count += 1) {
      sandbox.now += 2 * minute;
      await use(described, false);
    }
    sandbox.now += keep.unused;
    await create();
    expect(sandbox.ended).toEqual([described.projectId]);
  });

  it('is that of the one used least, and of those the one used longest ago', async () => {
    const [a, b, c] = (await fill()) as [NewProject, NewProject, NewProject];
    // The first request counts even if it comes immediately.
    for (const project of [c, b, a]) await use(project);
    sandbox.now += minute;
    await use(b);
    sandbox.now += 24 * minute;
    await use(a);
    sandbox.now += keep.used;
    await create();
    await create();
    expect(sandbox.ended).toEqual([c.projectId, b.projectId]);
  });

  it('is that of nobody who has used a project lately', async () => {
    const projects = await fill();
    for (const project of projects) await use(project);
    sandbox.now += keep.used - 1;
    const { status, seconds } = await rejection();
    expect([status, seconds]).toEqual([503, 1]);
    expect(await held()).toEqual(names(projects));
    sandbox.now += 1;
    await create();
    expect(sandbox.ended).toHaveLength(1);
  });

  it('is that of the client with the most projects, when all are in use, for a client that has none', async () => {
    const [first, second] = [await create('a'), await create('a')];
    sandbox.now += 1000;
    const other = await create('b');
    for (const project of [first, second, other]) await use(project);
    const third = await create('c');
    expect(sandbox.ended).toEqual([first.projectId]);
    // Each client has one: nobody has more than another one would.
    await use(third);
    await expect(create('d')).rejects.toThrow(RetryLater);
  });

  it('is made for creations at the same time without ending or creating one too many', async () => {
    const projects = await fill();
    sandbox.now += keep.unused;
    const results = await compete(() => create());
    expect(results).toEqual({ ok: maxProjects, 'sandbox::full': competitors - maxProjects });
    expect([...sandbox.ended].sort()).toEqual(names(projects).sort());
    expect(await held()).toHaveLength(maxProjects);
  });
});
