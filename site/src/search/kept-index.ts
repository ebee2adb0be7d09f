const cacheName = 'search-index';

/** The browser's cache; none where it is switched off or the page has no secure context. */
async function openCache(): Promise<Cache | undefined> {
  try {
    return await caches.open(cacheName);
  } catch {
    return undefined;
  }
}

/**
 * The index from the network, and a copy of an earlier visit where the network has none.
 * @throws when neither has it
 */
export async function fetchIndex(address: string): Promise<string> {
  const cache = await openCache();
  try {
    const response = await fetch(address, { cache: 'no-cache' });
    if (!response.ok) throw new Error(`${address} answers ${response.status}`);
    await cache?.put(address, response.clone()).catch(() => undefined);
    return await response.text();
  } catch (error) {
    const kept = await cache?.match(address);
    if (!kept) throw error;
    return kept.text();
  }
}
