/**
 * The offline copy of the site, as the pages and the service worker see it: two caches of this browser, and a list of files
 * from the build. Nothing is stored before the reader asks.
 */

/** Path of the list below the site. The build writes it. */
export const listPath = 'offline.json';

/** Path of the service worker. */
export const workerPath = 'sw.js';

/** Name of the server timing of pages that come from the copy. */
export const copyMark = 'offline-copy';

/** A file: its path below the site, the bytes of its download, and its revision unless the name has one. */
export type ListedFile = readonly [path: string, bytes: number, revision?: string];

/** List of a build; `remove` tells every copy to delete itself. */
export type OfflineList =
  { readonly remove: true } | { readonly version: string; readonly files: readonly ListedFile[] };

export type SavedList = Exclude<OfflineList, { readonly remove: true }>;

/** Names of the caches: the files, and the list that they were saved with. */
export const cacheNames = { files: 'offline-files', state: 'offline-state' } as const;

/** State of the copy. */
export interface CopyState extends SavedList {
  /** When it was saved, in milliseconds since 1970. */
  readonly saved: number;
  /** URLs of files that only earlier copies list; an open tab may still need them. Undefined in copies of earlier versions. */
  readonly oldFiles?: readonly string[];
}

const statePath = 'state';

export async function readState(base: string): Promise<CopyState | undefined> {
  if (!(await caches.has(cacheNames.state))) return undefined;
  const found = await (await caches.open(cacheNames.state)).match(base + statePath);
  return (await found?.json()) as CopyState | undefined;
}

export async function writeState(base: string, state: CopyState): Promise<void> {
  const cache = await caches.open(cacheNames.state);
  await cache.put(base + statePath, Response.json(state));
}

/**
 * Reads the list of the newest build.
 * @throws TypeError without a network
 * @throws Error if the server has none
 */
export async function fetchList(base: string): Promise<OfflineList> {
  const response = await fetch(base + listPath, { cache: 'no-cache' });
  if (!response.ok) throw new Error(`${listPath} returned HTTP ${response.status}`);
  return (await response.json()) as OfflineList;
}

/** Deletes the copy. */
export async function deleteCopy(): Promise<void> {
  await Promise.all(Object.values(cacheNames).map((name) => caches.delete(name)));
}
