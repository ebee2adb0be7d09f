import { afterEach, expect, it, vi } from 'vitest';
import { describedProject, json, stubBrowser } from '../../../test/support/browser';

// The component of the device needs the framework.
vi.mock('@site/src/features/simulated-device', () => ({
  loadPlatform: () => import('../simulated-device/platform'),
}));

afterEach(() => {
  vi.useRealTimers();
});

it('says that the project was deleted, and creates no other one', async () => {
  const { asked } = stubBrowser(({ method, url }) =>
    url.startsWith('/operations/')
      ? json({}, 404)
      : json(describedProject({ apiKey: 'k1' }), method === 'POST' ? 201 : 200),
  );
  vi.stubGlobal('document', { hidden: false });
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout', 'performance'] });
  const { watchExercise } = await import('./watch');
  // Takes longer than the test waits.
  await import('../simulated-device/platform');
  const { deleteSandboxProject } = await import('../sandbox-project/project');
  const shown: string[] = [];
  const stop = watchExercise('interval', '/operations/', ({ text }) => shown.push(text));
  await vi.waitFor(() => expect(shown).toHaveLength(1));
  await deleteSandboxProject();
  await vi.advanceTimersByTimeAsync(1000);
  expect(shown.at(-1)).toContain('Your sandbox project was deleted.');
  expect(asked.filter(({ method }) => method === 'POST')).toHaveLength(1);
  stop();
});
