import { expect, it, onTestFinished } from 'vitest';
import { authenticate } from '../../../src/core/auth/authenticate.ts';
import { createProject, endIdleProject } from '../../../src/core/projects/lifecycle.ts';
import { nodePlatform } from '../../../src/node-platform.ts';
import { steadyClock } from '../../../src/sandbox.ts';
import { TestSandbox } from '../../support/sandbox.ts';

it('the clock of the last use of projects does not follow when the clock of the machine is set', () => {
  const day = 86_400_000;
  const machine = { time: 1_000_000, now: () => machine.time };
  let elapsed = 5;
  const clock = steadyClock(machine, () => elapsed);
  expect(clock.now()).toBe(1_000_000);
  machine.time += day;
  expect(clock.now()).toBe(1_000_000);
  elapsed += 1500;
  machine.time -= 2 * day;
  expect(clock.now()).toBe(1_001_500);
});

it('a project that was used a minute ago is kept when the machine slept for a day before', async () => {
  const sandbox = await TestSandbox.open({});
  onTestFinished(() => sandbox.close());
  const { db, ids, emit, pause } = sandbox;
  const { sha256 } = nodePlatform;
  const awake = { now: () => sandbox.now };
  const { apiKey } = await createProject({ db, ids, sha256, pause, emit, clock: awake });
  const use = (slept: number) => {
    const idleClock = { now: () => sandbox.now - slept };
    const endIdle = (id: string) => endIdleProject(db, id, idleClock.now(), pause, emit);
    const deps = { db, sha256, endIdle, clock: awake, idleClock };
    return authenticate(deps, { kind: 'apiKey', key: apiKey });
  };
  const sleep = 30 * 3_600_000;
  sandbox.now += sleep;
  await use(sleep);
  // The next process knows nothing of the sleep.
  sandbox.now += 60_000;
  await expect(use(0)).resolves.toHaveProperty('projectId');
});
