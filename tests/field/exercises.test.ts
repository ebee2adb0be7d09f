import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterAll, describe, expect, onTestFinished, test, vi } from 'vitest';
import type { JsonValue } from '../../packages/openapi-model/src/types.ts';
import { readApi } from '../../site/content/api-reference/documents.ts';
import { exerciseIds, type ExerciseId } from '../../site/src/contracts/device-program.ts';
import { startCheck, type Progress } from '../../site/src/features/lessons/checks.ts';
import { applyDiff } from '../../site/src/features/lessons/patch.ts';
import { recordsOf } from '../../site/src/features/lessons/records.ts';
import { sourceOf } from '../examples/support/examples.ts';
import { BoardWorld, type WorldEvent } from './board-world.ts';
import { offline } from './holds.ts';
import { Rig, type Scenario } from './rig.ts';

// Each exercise: its diff fits the current program, which then runs in MicroPython, and its check says when it is done.

vi.setConfig({ testTimeout: 120_000 });

const rig = await Rig.start();
afterAll(() => rig.stop());

const { document } = await readApi('platform');
const pathOf = (id: string) =>
  document.allOperations.find((operation) => operation.id === id)?.path ?? id;

const program = sourceOf('greenhouse/greenhouse.py');
const diffOf = (id: ExerciseId) => sourceOf(`greenhouse/exercises/${id}.diff`);

function solved(id: ExerciseId): string {
  const patched = applyDiff(program, diffOf(id));
  if (patched.kind !== 'applied') throw new Error(`${id}.diff: ${patched.kind}`);
  return patched.program;
}

/** The platform of a scenario, as the page reads it. */
const platformOf = (scenario: Scenario) => ({
  send: async (id: string, body: JsonValue) => {
    const response = await scenario.platform(pathOf(id), body);
    expect(response.success, `${id}: ${JSON.stringify(response)}`).toBe(true);
    return response;
  },
});

/** Runs a program until the check of an exercise is done, or for two minutes. @returns what the check said last */
async function run(
  id: ExerciseId,
  source: string,
  events: readonly WorldEvent[],
): Promise<Progress> {
  const scenario = await rig.scenario([]);
  onTestFinished(() => scenario.stop());
  for (const [variable, type] of [
    ['humidity', 'float'],
    ['lamp', 'status'],
  ] as const) {
    await scenario.platform('/variables/create', { name: variable, variable, type });
  }
  const { deviceId, connectionKey, nodeId } = scenario.node;
  const records = recordsOf(platformOf(scenario), nodeId, () => rig.clock.now());
  const check = startCheck(id);
  let progress = await check(records, 0);
  expect(progress.isDone).toBe(false);
  const reads = Array.from({ length: 120 }, (_, second): WorldEvent => ({
    at: second + 1,
    run: async ({ seconds }) => {
      if (!progress.isDone) progress = await check(records, seconds * 1000);
    },
  }));
  const cwd = await mkdtemp(path.join(tmpdir(), 'exercise-'));
  onTestFinished(() => rm(cwd, { recursive: true }));
  const file = path.join(cwd, 'main.py');
  await writeFile(file, source);
  await writeFile(path.join(cwd, 'config.py'), sourceOf('greenhouse/config.py'));
  const runner = path.join(import.meta.dirname, 'micropython/run-async.mjs');
  const world = await BoardWorld.run(
    scenario,
    { file: process.execPath, args: [runner, file, deviceId, connectionKey], env: process.env },
    {
      cwd,
      until: 120,
      readings: [24.5, 25.5, 23, 26, 22],
      events: [...reads, ...events],
      isOver: () => progress.isDone,
    },
  );
  expect(world.output).not.toContain('Traceback');
  return progress;
}

const command = (name: string, at: number): WorldEvent => ({
  at,
  run: async ({ scenario }) => {
    await scenario.sendCommand('on', name);
  },
});

const rollOut = (at: number): WorldEvent => ({
  at,
  run: ({ scenario }) => scenario.deploy(Buffer.from('firmware')),
});

/** What the reader does while the program runs. */
const acts: Readonly<Record<ExerciseId, readonly WorldEvent[]>> = {
  interval: [],
  blink: [command('set-pump', 30)],
  buffer: offline(30, 45),
  maximum: [],
  skip: [command('set-pump', 20), rollOut(30)],
};

describe.each(exerciseIds)('%s', (id) => {
  test('the solution is done', async () => {
    const progress = await run(id, solved(id), acts[id]);
    expect(progress.isDone, progress.text).toBe(true);
  });

  test('the program of the site is not', async () => {
    const progress = await run(id, program, acts[id]);
    expect(progress.isDone, progress.text).toBe(false);
  });

  test('the diff has the lines of the program at the numbers that it names', () => {
    const lines = program.split('\n');
    const hunks = diffOf(id)
      .split(/^(?=@@)/m)
      .slice(1);
    expect(hunks.length).toBeGreaterThan(0);
    for (const hunk of hunks) {
      const [, start = '', count = ''] = /^@@ -(\d+),(\d+) /.exec(hunk) ?? [];
      const before = hunk
        .split('\n')
        .slice(1, -1)
        .filter((line) => !line.startsWith('+'))
        .map((line) => line.slice(1));
      const first = Number(start) - 1;
      expect(before).toEqual(lines.slice(first, first + Number(count)));
    }
  });
});

test('an update is not skipped while the pump is off', async () => {
  expect(await run('skip', solved('skip'), [rollOut(30)])).toMatchObject({ isDone: false });
});
