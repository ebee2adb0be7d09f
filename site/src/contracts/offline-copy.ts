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

/**
 * Names of the caches: the files, and the list that they were saved with. Sites below different paths of one origin share the
 * browser's caches, so each has its own.
 * @param base path of the site; starts and ends with a slash
 */
export function cacheNames(base: string): { readonly files: string; readonly state: string } {
  const site = base.replace(/\/$/, '');
  return { files: `offline-files${site}`, state: `offline-state${site}` };
}

/** State of the copy. */
export interface CopyState extends SavedList {
  /** When it was saved, in milliseconds since 1970. */
  readonly saved: number;
  /** URLs of files that only earlier copies list; an open tab may still need them. Undefined in copies of earlier versions. */
  readonly oldFiles?: readonly string[];
}

const statePath = 'state';

export async function readState(base: string): Promise<CopyState | undefined> {
  const { state } = cacheNames(base);
  if (!(await caches.has(state))) return undefined;
  const found = await (await caches.open(state)).match(base + statePath);
  return (await found?.json()) as CopyState | undefined;
}

export async function writeState(base: string, state: CopyState): Promise<void> {
  const cache = await caches.open(cacheNames(base).state);
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
export async function deleteCopy(base: string): Promise<void> {
  await Promise.all(Object.values(cacheNames(base)).map((name) => caches.delete(name)));
}
