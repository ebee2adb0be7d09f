const cacheName = 'search-index';

/** The browser cache; undefined where it is disabled or the page is not a secure context. */
async function openCache(): Promise<Cache | undefined> {
  try {
    return await caches.open(cacheName);
  } catch {
    return undefined;
  }
}

/** Returns the response and reports the progress of its body. */
function reporting(response: Response, onProgress: () => void): Response {
  const report = new TransformStream<Uint8Array<ArrayBuffer>, Uint8Array<ArrayBuffer>>({
    transform(part, stream) {
      onProgress();
      stream.enqueue(part);
    },
  });
  return new Response(response.body?.pipeThrough(report), response);
}

/**
 * Fetches the index from the network, or uses the copy of an earlier visit if the network fails.
 * @param onProgress called for each part that arrives
 * @throws when neither is available
 */
export async function fetchIndex(address: string, onProgress: () => void): Promise<string> {
  const cache = await openCache();
  try {
    const fetched = await fetch(address, { cache: 'no-cache' });
    if (!fetched.ok) throw new Error(`${address} returned HTTP ${fetched.status}`);
    const response = reporting(fetched, onProgress);
    await cache?.put(address, response.clone()).catch(() => undefined);
    return await response.text();
  } catch (error) {
    const cached = await cache?.match(address);
    if (!cached) throw error;
    return cached.text();
  }
}
