import { afterAll, describe, expect, test, vi } from 'vitest';
import { missingCompiler, runBoard } from './board-program.ts';
import type { BoardWorld, WorldEvent } from './board-world.ts';
import type { Disruption } from './disruptions.ts';
import { expectCalm, mqttFailures, offline, type Failure } from './holds.ts';
import { Rig } from './rig.ts';

// The first test of a program compiles it.
vi.setConfig({ testTimeout: 120_000 });

const rig = await Rig.start();
afterAll(() => rig.stop());

const send =
  (data: string, command?: string) =>
  ({ scenario }: BoardWorld) =>
    scenario.sendCommand(data, command).then(() => undefined);

/** Commands of the back end, beside the one that waits in a new project. */
const commands: readonly WorldEvent[] = [
  { at: 30, run: send('on') },
  { at: 60, run: send('off') },
  { at: 90, run: send('on', 'set-moon') },
];

/** A disruption of the report with a status. */
const atReport = (status: string, effect: Disruption['effect'], times = 1): Disruption => ({
  at: 'commands/updateStatus',
  body: `"status":"${status}"`,
  effect,
  times,
});

const reports: readonly Failure[] = ['received', 'processing', 'success'].flatMap((status) =>
  (['drop', 'lose', 'silence', { reject: 1 }] as const).map((effect) => ({
    name: `report ${status}: ${typeof effect === 'string' ? effect : 'rejected'}`,
    disruptions: [atReport(status, effect)],
  })),
);

/** Every control character has six in JSON: the largest payload needs a buffer of 6 kB. */
const largest = '\u0001'.repeat(1000);

const failures: readonly Failure[] = [
  ...mqttFailures('commands/next'),
  ...reports,
  {
    name: 'a command arrives twice',
    disruptions: [{ at: 'commands', effect: 'repeat', times: 3 }],
  },
  {
    name: 'link lost before the reports, and another command is queued',
    disruptions: [atReport('received', 'drop', 2)],
    events: [{ at: 31, run: send('off') }],
  },
  { name: 'offline while commands are queued', events: offline(20, 400) },
  { name: 'a command with the largest payload', events: [{ at: 45, run: send(largest) }] },
];

const restarts: readonly Failure[] = ['received', 'processing', 'success'].map((status) => ({
  name: `power cut at the report ${status}`,
  events: [{ at: 29, run: (world) => world.cutPowerAt(`"status":"${status}"`) }],
}));

describe.each([
  { program: 'commands/esp32.ino', failures },
  { program: 'commands/esp_idf.c', failures: [...failures, ...restarts] },
])('$program: every command runs once and has a final state', ({ program, failures: all }) => {
  test.skipIf(missingCompiler(program) !== undefined).each(all)('$name', async (failure) => {
    const scenario = await rig.scenario(failure.disruptions ?? []);
    try {
      const events = [...commands, ...(failure.events ?? [])];
      const { output } = await runBoard(program, scenario, { until: 1200, events });
      expectCalm(scenario);
      const states = await scenario.commands();
      expect(states.length).toBeGreaterThanOrEqual(4);
      expect(states.filter(({ status }) => !/^(?:success|failure)$/.test(status))).toEqual([]);
      const runs = output.match(/command set-\w+: /g) ?? [];
      expect(runs).toHaveLength(states.length);
    } finally {
      await scenario.stop();
    }
  });
});
