import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterAll, describe, expect, onTestFinished, test, vi } from 'vitest';
import type { JsonValue } from '../../packages/openapi-model/src/types.ts';
import { placeOf } from '../examples/support/examples.ts';
import { BoardWorld, type WorldEvent } from './board-world.ts';
import { commandFailures, commands } from './command-cases.ts';
import {
  afterTwoHours,
  differentReadings,
  expectCalm,
  expectEveryReading,
  expectRightTime,
  fastClock,
  mqttFailures,
  offline,
  sensorFailures,
  type Failure,
} from './holds.ts';
import { Rig, type Scenario } from './rig.ts';

// Starts MicroPython for each failure.
vi.setConfig({ testTimeout: 120_000 });

const rig = await Rig.start();
afterAll(() => rig.stop());

const program = placeOf('greenhouse/greenhouse.py');

/** Lamp and pump, as the program connects them. */
const [lamp, pump] = [2, 4];

/** Runs the program in MicroPython, with the modules of the board in the page. */
async function run(
  failure: Failure,
  until: number,
  prepare?: (scenario: Scenario) => Promise<unknown>,
  clock: NodeJS.ProcessEnv = {},
): Promise<BoardWorld> {
  const scenario = await rig.scenario(failure.disruptions ?? []);
  onTestFinished(() => scenario.stop());
  await scenario.platform('/variables/create', {
    name: 'Humidity',
    variable: 'humidity',
    type: 'float',
  });
  await prepare?.(scenario);
  const cwd = await mkdtemp(path.join(tmpdir(), 'field-'));
  onTestFinished(() => rm(cwd, { recursive: true }));
  const { deviceId, connectionKey } = scenario.node;
  const runner = path.join(import.meta.dirname, 'micropython/run-async.mjs');
  const world = await BoardWorld.run(
    scenario,
    {
      file: process.execPath,
      args: [runner, program, deviceId, connectionKey],
      env: { ...process.env, ...clock },
    },
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

test('greenhouse/greenhouse.py: values have the right time with a fast clock', async () => {
  await expectRightTime(await run({ name: 'fast' }, afterTwoHours, undefined, fastClock));
});

const always = { times: Infinity } as const;

/** Sets the interval in the value store of the node. */
const setInterval = (scenario: Scenario, value: JsonValue, type = 'float') =>
  scenario.platform('/valuestore/setValue', {
    namespace: { scope: 'node', id: scenario.node.nodeId },
    key: 'push-interval',
    value,
    type,
  });

const setting =
  (value: JsonValue, type?: string) =>
  async ({ scenario }: BoardWorld): Promise<void> => {
    const response = await setInterval(scenario, value, type);
    expect(response.success).toBe(true);
  };

/** Seconds between the readings that were submitted, in their order. */
async function pauses({ scenario }: BoardWorld): Promise<readonly number[]> {
  const times = (await scenario.points()).map(({ timestamp }) => timestamp);
  return times.slice(1).map((time, index) => time - (times[index] ?? 0));
}

describe('greenhouse/greenhouse.py: every value is stored once, without a restart', () => {
  const failures: readonly Failure[] = [
    ...mqttFailures('submitdata'),
    ...sensorFailures,
    {
      name: 'rejected for minutes',
      disruptions: [{ at: 'submitdata', effect: { reject: 1 }, times: 8 }],
    },
    { name: 'no Wi-Fi at the start', events: offline(0, 200) },
  ];

  test.each(failures)('$name', async (failure) => {
    await expectEveryReading(await run(failure, 400), 1);
  });

  test('offline for an hour', async () => {
    const world = await run({ name: 'offline', events: offline(60, 3660) }, 3900);
    await expectEveryReading(world, 1);
    expect(world.taken.length).toBeGreaterThan(120);
  });

  test('the clock is wrong until the time server responds', async () => {
    const events: readonly WorldEvent[] = [
      { at: 0, run: (world) => void (world.hasTimeServer = false) },
      { at: 200, run: (world) => void (world.hasTimeServer = true) },
    ];
    const world = await run({ name: 'no time', events }, 600);
    await expectEveryReading(world, 1);
    expect(await pauses(world)).not.toEqual([]);
  });
});

describe('greenhouse/greenhouse.py: all other values are stored', () => {
  test.each([
    ['one point is always rejected', 1],
    ['the variable of one point does not exist', 4040],
  ])('%s', async (name, reject) => {
    const disruptions = [
      { at: 'submitdata', effect: { reject }, body: '"value":20.3,', ...always },
      { at: 'submitdata', effect: { reject }, body: '"value":20.3}', ...always },
    ];
    const { scenario, taken } = await run({ name, disruptions, events: offline(60, 400) }, 1200);
    const stored = (await scenario.points()).map(({ value }) => value);
    expect(taken.slice(0, -1).filter((value) => !stored.includes(value))).toEqual([20.3]);
    expect(await scenario.points('humidity')).toHaveLength(stored.length + 1);
  });

  test('wrong readings', async () => {
    const readings = [20, 3276.7, 20.1, -100, 20.2, 20.3, 20.4, 20.5];
    const { scenario } = await run({ name: 'wrong', readings }, 200);
    const stored = (await scenario.points()).map(({ value }) => value);
    expect(stored).toEqual([20, 20.1, 20.2, 20.3, 20.4]);
  });

  test('an outage that is longer than the buffer', async () => {
    const readings = Array.from({ length: 800 }, (_, index) => (index - 300) / 10);
    const failure = { name: 'long', readings, events: offline(60, 60 + 400 * 5) };
    const world = await run(failure, 2400, (scenario) => setInterval(scenario, 5));
    const stored = (await world.scenario.points()).map(({ value }) => value);
    const lost = world.taken.filter((value) => !stored.includes(value));
    // One gap, at the start of the outage; the last value was not submitted yet.
    const from = world.taken.indexOf(lost[0] ?? NaN);
    expect(from).toBeGreaterThan(5);
    expect(from).toBeLessThan(20);
    expect(lost.length).toBeGreaterThan(90);
    expect(lost.slice(0, 90)).toEqual(world.taken.slice(from, from + 90));
    expect(new Set(stored).size).toBe(stored.length);
    expect(stored.length).toBeGreaterThan(300);
  });
});

describe('greenhouse/greenhouse.py: every command runs once and has a final state', () => {
  test.each(commandFailures)('$name', async (failure) => {
    const world = await run({ ...failure, events: [...commands, ...(failure.events ?? [])] }, 1200);
    const states = await world.scenario.commands();
    expect(states.length).toBeGreaterThanOrEqual(4);
    expect(states.filter(({ status }) => !/^(?:success|failure)$/.test(status))).toEqual([]);
    expect(world.output.match(/command set-\w+: /g)).toHaveLength(states.length);
  });

  test('switches lamp and pump', async () => {
    const events: readonly WorldEvent[] = [
      {
        at: 30,
        run: ({ scenario }) => scenario.sendCommand('on', 'set-pump').then(() => undefined),
      },
      { at: 60, run: ({ scenario }) => scenario.sendCommand('off').then(() => undefined) },
    ];
    const world = await run({ name: 'switches', events }, 90);
    expect([...world.levels]).toEqual([
      [lamp, 0],
      [pump, 1],
    ]);
    const results = (await world.scenario.commands()).map(({ ackdata }) => ackdata);
    expect(results).toEqual(expect.arrayContaining(['led is on', 'pump is on', 'led is off']));
  });
});

describe('greenhouse/greenhouse.py: follows push-interval', () => {
  const reads = mqttFailures('valuestore/getValue').filter(
    ({ disruptions = [] }) => disruptions[0]?.at === 'valuestore/getValue',
  );

  test.each([{ name: 'no failure' }, ...reads])('from the start: $name', async (failure) => {
    const world = await run(failure, 300, (scenario) => setInterval(scenario, 10));
    expect((await pauses(world)).slice(-10)).toEqual(Array(10).fill(10));
  });

  test('a change, and not an invalid one', async () => {
    const events: readonly WorldEvent[] = [
      { at: 60, run: setting(10) },
      { at: 120, run: setting(0) },
      { at: 125, run: setting(-5) },
      { at: 130, run: setting(1e9) },
      { at: 135, run: setting('fast', 'string') },
      { at: 140, run: setting(true, 'boolean') },
    ];
    const world = await run({ name: 'changes', events }, 300);
    expect((await pauses(world)).slice(0, 2)).toEqual([30, 30]);
    expect((await pauses(world)).slice(-15)).toEqual(Array(15).fill(10));
  });

  test('a change while the link is down', async () => {
    const events = [...offline(60, 120), { at: 90, run: setting(10) }];
    const world = await run({ name: 'changes', events }, 400);
    expect((await pauses(world)).slice(-20)).toEqual(Array(20).fill(10));
  });
});

describe('greenhouse/greenhouse.py: heartbeats arrive again', () => {
  test.each(mqttFailures('heartbeat'))('$name', async (failure) => {
    const { scenario } = await run(failure, 300);
    const last = scenario.sent.findLast(({ topic }) => topic === 'heartbeat');
    expect(last?.at).toBeGreaterThan(scenario.startedAt + 270_000);
  });

  test('but not while the sensor is unplugged', async () => {
    const { scenario } = await run({ name: 'unplugged', readings: [20, NaN] }, 400);
    const last = scenario.sent.findLast(({ topic }) => topic === 'heartbeat');
    expect(last?.at).toBeLessThan(scenario.startedAt + 40_000);
  });
});

test('greenhouse/greenhouse.py: a wrong certificate in a reconnect restarts the board', async () => {
  const events: readonly WorldEvent[] = [
    { at: 3500, run: (world) => void (world.timeServerError = -20 * 365 * 86_400_000) },
    { at: 3700, run: (world) => world.cutLinks() },
  ];
  const running = run({ name: 'wrong time', events }, 4000);
  await expect(running).rejects.toThrow('The certificate validity starts in the future');
});

test('greenhouse/greenhouse.py: the last will is a log entry', async () => {
  const events: readonly WorldEvent[] = [{ at: 30, run: (world) => world.cutLinks() }];
  const { scenario } = await run({ name: 'link lost', events }, 60);
  const logs = await scenario.platform('/logs/getLogs', {
    nodeid: scenario.node.nodeId,
    from: scenario.startedAt,
    to: rig.clock.now(),
    limit: 10,
  });
  expect(JSON.stringify(logs)).toContain('connection lost');
});
