import { expect, it, vi } from 'vitest';
import { processLauncher } from '../../src/sandbox/launch.ts';

it('reports the end of a process for which the system throws an error', async () => {
  // More than the system accepts as an argument.
  const launch = processLauncher(new URL(import.meta.url), 1e9, ['x'.repeat(4_000_000)]);
  const onEnd = vi.fn();
  const launched = launch({ onMessage: () => undefined, onEnd });
  expect(launched.pid).toBeUndefined();
  launched.send({ type: 'ping' });
  launched.kill();
  expect(onEnd).not.toHaveBeenCalled();
  await new Promise(setImmediate);
  expect(onEnd.mock.calls).toEqual([[expect.stringMatching(/^E(2BIG|NAMETOOLONG)$/)]]);
});
