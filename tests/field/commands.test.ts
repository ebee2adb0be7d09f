import { afterAll, describe, expect, test, vi } from 'vitest';
import { missingCompiler, runBoard } from './board-program.ts';
import { commandFailures, commands } from './command-cases.ts';
import { expectCalm, type Failure } from './holds.ts';
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
  { program: 'commands/esp32.ino', failures: commandFailures },
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
});
