import { afterEach, describe, expect, it, vi } from 'vitest';
import { fetchIndex } from './index-cache';

const address = 'https://docs.example.com/search/index.json';

/** A fake cache and network. */
function stubBrowser(network: () => Promise<Response>, withCache = true) {
  const kept = new Map<string, Response>();
  const cache = {
    put: (key: string, response: Response) => Promise.resolve(void kept.set(key, response)),
    match: (key: string) => Promise.resolve(kept.get(key)?.clone()),
  };
  vi.stubGlobal('caches', {
    open: () => (withCache ? Promise.resolve(cache) : Promise.reject(new Error('insecure'))),
  });
  vi.stubGlobal('fetch', network);
}

afterEach(() => vi.unstubAllGlobals());

describe('the index in the browser', () => {
  it('comes from the network if possible, otherwise from the last visit', async () => {
    let text: string | undefined = 'first';
    stubBrowser(() =>
      text === undefined
        ? Promise.reject(new TypeError('offline'))
        : Promise.resolve(new Response(text)),
    );
    expect(await fetchIndex(address, () => undefined)).toBe('first');
    text = 'second';
    expect(await fetchIndex(address, () => undefined)).toBe('second');
    text = undefined;
    expect(await fetchIndex(address, () => undefined)).toBe('second');
  });

  it('does not store an error page', async () => {
    stubBrowser(() => Promise.resolve(new Response('not found', { status: 404 })));
    await expect(fetchIndex(address, () => undefined)).rejects.toThrow('returned HTTP 404');
  });

  it('reports each part that arrives', async () => {
    const parts = ['{"a"', ':1}'];
    const body = new ReadableStream<Uint8Array>({
      pull(stream) {
        const part = parts.shift();
        if (part === undefined) stream.close();
        else stream.enqueue(new TextEncoder().encode(part));
      },
    });
    stubBrowser(() => Promise.resolve(new Response(body)));
    let reports = 0;
    expect(await fetchIndex(address, () => (reports += 1))).toBe('{"a":1}');
    expect(reports).toBe(2);
  });

  it('works without a cache', async () => {
    stubBrowser(() => Promise.resolve(new Response('text')), false);
    expect(await fetchIndex(address, () => undefined)).toBe('text');
    stubBrowser(() => Promise.reject(new TypeError('offline')), false);
    await expect(fetchIndex(address, () => undefined)).rejects.toThrow('offline');
  });
});
