/** Saves the offline copy, in a page that the reader has asked. */
import {
  cacheNames,
  type CopyState,
  type ListedFile,
  readState,
  type SavedList,
  workerPath,
  writeState,
} from './copy';

/** Downloads at the same time. */
const atOnce = 6;

/** The page for everything that does not exist has the status 404. */
const missingPage = '404.html';

const totalBytes = (files: readonly ListedFile[]) =>
  files.reduce((sum, [, bytes]) => sum + bytes, 0);

/** Returns the files of a list that the copy lacks, those whose name changes with their content first. */
async function filesToLoad(
  base: string,
  { files }: SavedList,
  state: CopyState | undefined,
): Promise<ListedFile[]> {
  const saved = new Map(state?.files.map(([path, , revision]) => [path, revision]));
  const cached = new Set<string>();
  if (await caches.has(cacheNames.files)) {
    const cache = await caches.open(cacheNames.files);
    for (const { url } of await cache.keys()) cached.add(url);
  }
  const isSaved = ([path, , revision]: ListedFile) =>
    cached.has(new URL(base + path, window.location.origin).href) &&
    (revision === undefined || saved.get(path) === revision);
  // A page comes after the scripts that it needs.
  const rank = ([, , revision]: ListedFile) => (revision === undefined ? 0 : 1);
  return files.filter((file) => !isSaved(file)).sort((a, b) => rank(a) - rank(b));
}

/** Returns the bytes to download for a copy, or for its update. */
export async function bytesToLoad(base: string, list: SavedList): Promise<number> {
  return totalBytes(await filesToLoad(base, list, await readState(base)));
}

/**
 * Downloads the files of a list that this browser does not have, and installs the service worker.
 * @param onProgress called with the downloaded bytes, and those of the whole download
 * @throws TypeError without a network; what was downloaded before is not downloaded again
 */
export async function saveCopy(
  base: string,
  list: SavedList,
  onProgress: (loaded: number, total: number) => void,
  signal: AbortSignal,
): Promise<void> {
  const state = await readState(base);
  const files = await filesToLoad(base, list, state);
  const total = totalBytes(files);
  const cache = await caches.open(cacheNames.files);
  let loaded = 0;
  onProgress(0, total);
  const queue = [...files];
  const work = async () => {
    for (let file = queue.shift(); file; file = queue.shift()) {
      const [path, bytes, revision] = file;
      const mode = revision === undefined ? 'default' : 'no-cache';
      const response = await fetch(base + path, { cache: mode, signal });
      if (!response.ok && path !== missingPage) {
        throw new Error(`${path} returned HTTP ${response.status}`);
      }
      await cache.put(base + path, response);
      loaded += bytes;
      onProgress(loaded, total);
    }
  };
  await Promise.all(Array.from({ length: atOnce }, work));
  await writeState(base, { ...list, saved: Date.now(), hasOldFiles: state !== undefined });
  // The browser may otherwise delete it when it needs the space. Some ask the reader, who need not respond.
  void navigator.storage.persist().catch(() => false);
  await navigator.serviceWorker.register(base + workerPath, { scope: base });
  await navigator.serviceWorker.ready;
}
