import { afterAll, describe, expect, test, vi } from 'vitest';
import { missingCompiler, runBoard } from './board-program.ts';
import { commandFailures, commands } from './command-cases.ts';
import { expectCalm, offline, rejectedWifi, type Failure } from './holds.ts';
import { Rig } from './rig.ts';

// The first test of a program compiles it.
vi.setConfig({ testTimeout: 120_000 });

const rig = await Rig.start();
afterAll(() => rig.stop());

const restarts: readonly Failure[] = ['received', 'processing', 'success'].map((status) => ({
  name: `power cut at the report ${status}`,
  events: [{ at: 29, run: (world) => world.cutPowerAt(`"status":"${status}"`) }],
}));

describe.each([
  { program: 'commands/esp32.ino', failures: [...commandFailures, rejectedWifi] },
  { program: 'commands/esp_idf.c', failures: [...commandFailures, ...restarts] },
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

  const name = 'asks for a queued command every 5 minutes of a connection';
  test.skipIf(missingCompiler(program) !== undefined)(name, async () => {
    const rejection = { at: 'commands/next', effect: { reject: 1 } } as const;
    const scenario = await rig.scenario([rejection]);
    try {
      await runBoard(program, scenario, { until: 3600, events: offline(600, 3000) });
      expectCalm(scenario);
      expect((await scenario.commands()).map(({ status }) => status)).toEqual(['success']);
      const asked = scenario.sent.filter(({ topic }) => topic === rejection.at);
      const minutes = asked.map(({ at }) => Math.floor((at - scenario.startedAt) / 60_000));
      // When it has connected, 5 minutes later, and after the report.
      expect(minutes).toEqual([0, 5, 5, 50, 55]);
    } finally {
      await scenario.stop();
    }
  });
});
