import { expect, it } from 'vitest';
import { steadyClock } from '../../../src/sandbox.ts';

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
