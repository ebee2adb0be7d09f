import { afterAll, describe, expect, test, vi } from 'vitest';
import type { Travel } from './board-world.ts';
import { missingCompiler, runBoard } from './board-program.ts';
import { Rig } from './rig.ts';

// The first test compiles the program.
vi.setConfig({ testTimeout: 120_000 });

const rig = await Rig.start();
afterAll(() => rig.stop());

const program = 'time-sync/esp32.ino';

interface Network {
  readonly travelMs?: Travel;
  readonly tlsMs?: number;
  /** Changes the text of responses. */
  readonly change?: (path: string, text: string) => string;
}

/** Runs a sketch that sets its clock, and returns its errors in milliseconds. */
async function clockErrors({ change, ...options }: Network): Promise<readonly number[]> {
  const scenario = await rig.scenario([], change);
  try {
    const world = await runBoard(program, scenario, { until: 100, ...options });
    return world.clockErrors;
  } finally {
    await scenario.stop();
  }
}

/** Milliseconds: the device and the server read their clocks as integers. */
const rounding = 2;

describe.skipIf(missingCompiler(program) !== undefined)('the accuracy of the clock', () => {
  test.each([
    ['the same time in both directions', { up: 50, down: 50 }],
    ['a slow response', { up: 20, down: 180 }],
    ['a slow request', { up: 350, down: 50 }],
  ])('is half of the difference between request and response: %s', async (_, travel) => {
    const expected = (travel.up - travel.down) / 2;
    // One after the other: they share a clock.
    for (const tlsMs of [300, 700, 1500]) {
      const [bound = 0, exact = NaN] = await clockErrors({ travelMs: travel, tlsMs });
      // The time of the build is in the past, by a day at least.
      expect(bound).toBeLessThan(-12 * 60 * 60 * 1000);
      expect(Math.abs(exact - expected)).toBeLessThanOrEqual(rounding);
    }
  });

  test('does not depend on responses without times', async () => {
    let count = 0;
    const change = (_: string, text: string) => {
      count += 1;
      return count > 2 ? text : '{"success":false,"error":"busy","errorcode":1}';
    };
    const [, exact = NaN, ...rest] = await clockErrors({ change });
    expect(Math.abs(exact)).toBeLessThanOrEqual(rounding);
    expect(rest).toEqual([]);
  });
});
