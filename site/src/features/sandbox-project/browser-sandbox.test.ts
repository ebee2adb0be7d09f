import type { FromWorker, ToWorker } from '@anedya-docs/sandbox/browser/messages';
import { afterEach, expect, it, vi } from 'vitest';

vi.mock('@generated/browser-sandbox/default/worker.json', () => ({ url: '/worker.js' }));
afterEach(() => {
  vi.unstubAllGlobals();
  vi.resetModules();
});

// Fetch Standard, 5.6: `fetch` rejects before it sends a request whose signal has aborted.
it('rejects a request whose signal has already aborted', async () => {
  vi.stubGlobal('window', new EventTarget());
  const { fetchFromWorker } = await import('./browser-sandbox');
  const request = fetchFromWorker('https://docs.test/x', { signal: AbortSignal.abort() });
  await expect(request).rejects.toHaveProperty('name', 'AbortError');
});

it('leaves the worker when the page is hidden', async () => {
  const window = new EventTarget();
  const sent: ToWorker['kind'][] = [];
  const port = {
    postMessage: ({ kind }: ToWorker) => void sent.push(kind),
    onmessage: (_event: { data: FromWorker }) => undefined,
  };
  vi.stubGlobal('window', window);
  vi.stubGlobal('SharedWorker', function SharedWorker() {
    return { port };
  });
  const { connectToWorker } = await import('./browser-sandbox');
  const onClose = vi.fn();
  connectToWorker('', { onOpen: vi.fn(), onFrame: vi.fn(), onClose });
  port.onmessage({ data: { kind: 'greeting' } });
  window.dispatchEvent(new Event('pagehide'));
  expect(sent).toEqual(['connect', 'abort', 'leave']);
  expect(onClose).toHaveBeenCalledOnce();
});
