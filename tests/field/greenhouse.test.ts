import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterAll, describe, expect, onTestFinished, test, vi } from 'vitest';
import { placeOf } from '../examples/support/examples.ts';
import { BoardWorld, type WorldEvent } from './board-world.ts';
import {
  differentReadings,
  expectCalm,
  expectEveryReading,
  mqttFailures,
  offline,
  sensorFailures,
  type Failure,
} from './holds.ts';
import { Rig } from './rig.ts';

// Starts MicroPython for each failure.
vi.setConfig({ testTimeout: 120_000 });

const rig = await Rig.start();
afterAll(() => rig.stop());

const program = placeOf('greenhouse/greenhouse.py');

/** Runs the program in MicroPython, with the modules of the board in the page. */
async function run(failure: Failure, until: number): Promise<BoardWorld> {
  const scenario = await rig.scenario(failure.disruptions ?? []);
  onTestFinished(() => scenario.stop());
  const cwd = await mkdtemp(path.join(tmpdir(), 'field-'));
  onTestFinished(() => rm(cwd, { recursive: true }));
  const { deviceId, connectionKey } = scenario.node;
  const runner = path.join(import.meta.dirname, 'micropython/greenhouse.mjs');
  const world = await BoardWorld.run(
    scenario,
    { file: process.execPath, args: [runner, program, deviceId, connectionKey], env: process.env },
    {
      cwd,
      until,
      readings: failure.readings ?? differentReadings,
      events: failure.events ?? [],
    },
  );
  expectCalm(scenario);
  expect(world.restarts).toBe(0);
  expect(world.output).not.toContain('Traceback');
  return world;
}

test('x', async () => {
  const world = await run({name: 'no failure'}, 600);
  console.log(world.output, world.scenario.sent.map(s=>[(s.at-world.scenario.startedAt)/1000, s.topic, s.body.slice(0,150)].join(' ')).slice(0,40).join('\n'));
  await expectEveryReading(world, 1);
});
