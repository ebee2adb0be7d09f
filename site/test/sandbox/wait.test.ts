import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { describedProject, json, stubBrowser } from './support';

beforeEach(() => {
  vi.useFakeTimers();
});
afterEach(() => {
  vi.useRealTimers();
  vi.unstubAllGlobals();
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

/** A page whose sandbox is away for so many requests. */
async function pageWith(requests: number, seconds = 3) {
  let left = requests;
  const { asked } = stubBrowser(() => {
    left -= 1;
    return left >= 0 ? restarting(seconds) : json(describedProject({ apiKey: 'k1' }), 201);
  });
  const { openSandboxProject } = await import('../../src/sandbox/project');
  const { stopWaiting } = await import('../../src/sandbox/wait');
  return { asked, openSandboxProject, stopWaiting };
}

describe('a sandbox that is restarting', () => {
  it('is asked again after the time that its server names', async () => {
    const { asked, openSandboxProject } = await pageWith(2);
    const project = openSandboxProject();
    await vi.advanceTimersByTimeAsync(2_999);
    expect(asked).toHaveLength(1);
    await vi.advanceTimersByTimeAsync(1);
    expect(asked).toHaveLength(2);
    await vi.advanceTimersByTimeAsync(3_000);
    expect(await project).toMatchObject({ apiKey: 'k1' });
  });

  it('is asked five times, then its reason is told', async () => {
    const { asked, openSandboxProject } = await pageWith(9);
    const failure = expect(openSandboxProject()).rejects.toMatchObject({
      kind: 'away',
      message: 'The sandbox is restarting. Try again in 3 seconds.',
    });
    await vi.advanceTimersByTimeAsync(60_000);
    await failure;
    expect(asked).toHaveLength(5);
  });

  it('is not waited for when the reader cancels, nor for minutes', async () => {
    const { asked, openSandboxProject, stopWaiting } = await pageWith(9);
    const failure = expect(openSandboxProject()).rejects.toMatchObject({ kind: 'away' });
    await vi.advanceTimersByTimeAsync(1_000);
    stopWaiting();
    await failure;
    expect(asked).toHaveLength(1);

    const long = await pageWith(9, 300);
    await expect(long.openSandboxProject()).rejects.toMatchObject({ kind: 'away' });
    expect(long.asked).toHaveLength(1);
  });
});
