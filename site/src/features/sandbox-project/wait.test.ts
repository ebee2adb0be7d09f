import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { describedProject, json, stubBrowser } from '../../../test/support/browser';

beforeEach(() => {
  vi.useFakeTimers();
});
afterEach(() => {
  vi.useRealTimers();
});

const restarting = (seconds: number) =>
  json(
    {
      success: false,
      error: `The sandbox is restarting. Try again in ${seconds} seconds.`,
      errorcode: 1,
      reasonCode: 'sandbox::restarting',
    },
    503,
    { 'retry-after': String(seconds) },
  );

/** A page whose sandbox is unavailable for a number of requests. */
async function pageWith(requests: number, seconds = 3) {
  let left = requests;
  const { asked } = stubBrowser(() => {
    left -= 1;
    return left >= 0 ? restarting(seconds) : json(describedProject({ apiKey: 'k1' }), 201);
  });
  const { openSandboxProject } = await import('./project');
  const { cancelWaits } = await import('./wait');
  return { asked, openSandboxProject, cancelWaits };
}

describe('a sandbox that is restarting', () => {
  it('is retried after the time in Retry-After', async () => {
    const { asked, openSandboxProject } = await pageWith(2);
    const project = openSandboxProject();
    await vi.advanceTimersByTimeAsync(2_999);
    expect(asked).toHaveLength(1);
    await vi.advanceTimersByTimeAsync(1);
    expect(asked).toHaveLength(2);
    await vi.advanceTimersByTimeAsync(3_000);
    expect(await project).toMatchObject({ apiKey: 'k1' });
  });

  it('is tried five times, then its response is returned', async () => {
    const { asked, openSandboxProject } = await pageWith(9);
    const failure = expect(openSandboxProject()).rejects.toMatchObject({
      kind: 'away',
      message: 'The sandbox is restarting. Try again in 3 seconds.',
    });
    await vi.advanceTimersByTimeAsync(60_000);
    await failure;
    expect(asked).toHaveLength(5);
  });

  it('is not retried after the reader cancels, or when the wait is minutes', async () => {
    const { asked, openSandboxProject, cancelWaits } = await pageWith(9);
    const failure = expect(openSandboxProject()).rejects.toMatchObject({ kind: 'away' });
    await vi.advanceTimersByTimeAsync(1_000);
    cancelWaits();
    await failure;
    expect(asked).toHaveLength(1);

    const long = await pageWith(9, 300);
    await expect(long.openSandboxProject()).rejects.toMatchObject({ kind: 'away' });
    expect(long.asked).toHaveLength(1);
  });
});
