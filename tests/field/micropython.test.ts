import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterAll, describe, expect, onTestFinished, test, vi } from 'vitest';
import { placeOf } from '../examples/support/examples.ts';
import { BoardWorld } from './board-world.ts';
import {
  differentReadings,
  afterTwoHours,
  expectCalm,
  expectRightTime,
  fastClock,
  httpFailures,
  mqttFailures,
  sensorFailures,
  storesAgain,
  type Failure,
} from './holds.ts';
import { Rig } from './rig.ts';

// Starts MicroPython for each failure.
vi.setConfig({ testTimeout: 60_000 });

const rig = await Rig.start();
afterAll(() => rig.stop());

/** Runs a program in MicroPython. @param change of the text of responses */
async function run(
  program: string,
  failure: Failure,
  change?: (path: string, text: string) => string,
  { until = 600, clock = {} }: { until?: number; clock?: NodeJS.ProcessEnv } = {},
): Promise<BoardWorld> {
  const scenario = await rig.scenario(failure.disruptions ?? [], change);
  onTestFinished(() => scenario.stop());
  const cwd = await mkdtemp(path.join(tmpdir(), 'field-'));
  onTestFinished(() => rm(cwd, { recursive: true }));
  const { deviceId, connectionKey } = scenario.node;
  const runner = path.join(import.meta.dirname, 'micropython/run.mjs');
  const args = [runner, placeOf(program), deviceId, connectionKey];
  const world = await BoardWorld.run(
    scenario,
    { file: process.execPath, args, env: { ...process.env, ...clock } },
    {
      cwd,
      until,
      readings: failure.readings ?? differentReadings,
      events: failure.events ?? [],
    },
  );
  expectCalm(scenario);
  return world;
}

describe.each([
  ['submit-http/pico.py', httpFailures('/submitData')],
  ['submit-mqtt/pico.py', mqttFailures('submitdata')],
] as const)('%s: later values are stored, without a restart', (program, failures) => {
  const none = {
    name: 'the sensor returns None',
    readings: [20, 'None', 'None', 20.1, 20.2],
  } as const;

  test.each([...failures, ...sensorFailures, none])('$name', async (failure) => {
    await storesAgain(await run(program, failure));
  });

  test('the time server does not respond at first', async () => {
    const events = [
      { at: 0, run: (world: BoardWorld) => void (world.hasTimeServer = false) },
      { at: 200, run: (world: BoardWorld) => void (world.hasTimeServer = true) },
    ];
    await storesAgain(await run(program, { name: 'no time', events }));
  });

  test('the server cannot be reached for 20 minutes', async () => {
    const disruptions = [{ at: 'open', effect: 'unreachable', times: 10 }] as const;
    await storesAgain(
      await run(program, { name: 'away', disruptions }, undefined, { until: 1500 }),
    );
  });

  test('the clock is fast', async () => {
    const failure = { name: 'fast' };
    const options = { until: afterTwoHours + 120, clock: fastClock };
    await expectRightTime(await run(program, failure, undefined, options));
  });

  test('the time server is gone after the first hour', async () => {
    const events = [{ at: 60, run: (world: BoardWorld) => void (world.hasTimeServer = false) }];
    const world = await run(program, { name: 'gone', events }, undefined, { until: 4000 });
    const last = (await world.scenario.points()).at(-1)?.timestamp ?? NaN;
    expect(last).toBeGreaterThan(world.scenario.startedAt / 1000 + 3800);
  });
});

describe('time-sync/pico.py: the time is right to 200 ms', () => {
  const program = 'time-sync/pico.py';

  function expectTime({ output, scenario, seconds }: BoardWorld): void {
    const last = [...output.matchAll(/time in ms: (\d+)/g)].at(-1)?.[1];
    const now = scenario.startedAt + seconds * 1000;
    // It prints the time every 10 seconds.
    expect(Number(last)).toBeGreaterThan(now - 10_200);
    expect(Number(last)).toBeLessThan(now + 200);
  }

  test.each(httpFailures('/time'))('$name', async (failure) => {
    expectTime(await run(program, failure));
  });

  test('a response is a list', async () => {
    let isFirst = true;
    const change = (_: string, text: string) => {
      const changed = isFirst ? '[]' : text;
      isFirst = false;
      return changed;
    };
    expectTime(await run(program, { name: 'list' }, change));
  });
});
