import { afterEach, expect, it, vi } from 'vitest';

vi.mock('@generated/browser-sandbox/default/worker.json', () => ({ url: '/worker.js' }));
afterEach(() => vi.unstubAllGlobals());

// Fetch Standard, 5.6: `fetch` rejects before it sends a request whose signal has aborted.
it('rejects a request whose signal has already aborted', async () => {
  vi.stubGlobal('window', new EventTarget());
  const { fetchFromWorker } = await import('./browser-sandbox');
  const request = fetchFromWorker('https://docs.test/x', { signal: AbortSignal.abort() });
  await expect(request).rejects.toHaveProperty('name', 'AbortError');
});
