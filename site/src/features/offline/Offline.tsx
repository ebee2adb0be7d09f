import React, { useCallback, useEffect, useRef, useState, type ReactNode } from 'react';
import siteConfig from '@generated/docusaurus.config';
import {
  cacheNames,
  deleteCopy,
  fetchList,
  readState,
  workerPath,
  writeState,
  type CopyState,
  type ListedFile,
  type SavedList,
} from '../../contracts/offline-copy';
import useKeptFocus from '../../components/useKeptFocus';
import './styles.css';

const base = siteConfig.baseUrl;

/** Downloads at the same time. */
const atOnce = 6;

/** The page for everything that does not exist has the status 404. */
const missingPage = '404.html';

const totalBytes = (files: readonly ListedFile[]) =>
  files.reduce((sum, [, bytes]) => sum + bytes, 0);

const urlOf = (path: string) => new URL(base + path, window.location.origin).href;

/** URLs of the files in this browser. */
async function cachedUrls(): Promise<string[]> {
  const { files } = cacheNames(base);
  if (!(await caches.has(files))) return [];
  const cache = await caches.open(files);
  return (await cache.keys()).map(({ url }) => url);
}

/** Returns the files of a list that the copy lacks, those whose name changes with their content first. */
async function filesToLoad(
  { files }: SavedList,
  state: CopyState | undefined,
): Promise<ListedFile[]> {
  const saved = new Map(state?.files.map(([path, , revision]) => [path, revision]));
  const cached = new Set(await cachedUrls());
  const isSaved = ([path, , revision]: ListedFile) =>
    cached.has(urlOf(path)) && (revision === undefined || saved.get(path) === revision);
  // A page comes after the scripts that it needs.
  const rank = ([, , revision]: ListedFile) => (revision === undefined ? 0 : 1);
  return files.filter((file) => !isSaved(file)).sort((a, b) => rank(a) - rank(b));
}

/** Returns the bytes to download for a copy, or for its update. */
async function bytesToLoad(list: SavedList): Promise<number> {
  return totalBytes(await filesToLoad(list, await readState(base)));
}

/**
 * Downloads the files of a list that this browser does not have, and installs the service worker.
 * @param onProgress called with the downloaded bytes, and those of the whole download
 * @throws TypeError without a network; what was downloaded before is not downloaded again
 */
async function saveCopy(
  list: SavedList,
  onProgress: (loaded: number, total: number) => void,
  signal: AbortSignal,
): Promise<void> {
  const state = await readState(base);
  const files = await filesToLoad(list, state);
  const total = totalBytes(files);
  const cache = await caches.open(cacheNames(base).files);
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
      // Another download may have failed in the meantime.
      signal.throwIfAborted();
      loaded += bytes;
      onProgress(loaded, total);
    }
  };
  await Promise.all(Array.from({ length: atOnce }, work));
  // The browser may otherwise delete it when it needs the space. Some ask the reader, who need not respond; WebKitGTK cannot.
  if ('storage' in navigator) void navigator.storage.persist().catch(() => false);
  await navigator.serviceWorker.register(base + workerPath, { scope: base });
  await navigator.serviceWorker.ready;
  const listed = new Set(list.files.map(([path]) => urlOf(path)));
  const oldFiles = (await cachedUrls()).filter((url) => !listed.has(url));
  await writeState(base, { ...list, saved: Date.now(), oldFiles });
}

type Status =
  | { readonly kind: 'loading' | 'saved' | 'removed' | 'unavailable' }
  | {
      readonly kind: 'offer' | 'update';
      readonly list: SavedList;
      readonly bytes: number;
      /** Whether this browser has a copy, or a part of one whose download did not finish. */
      readonly canRemove: boolean;
    }
  | { readonly kind: 'saving'; readonly loaded: number; readonly total: number }
  | { readonly kind: 'failed'; readonly text: string };

const megabytes = (bytes: number) => `${Math.max(0.1, bytes / 1_000_000).toFixed(1)} MB`;

async function removeCopy(): Promise<void> {
  const registration = await navigator.serviceWorker.getRegistration(base);
  await registration?.unregister();
  await deleteCopy(base);
}

async function readStatus(): Promise<Status> {
  const state = await readState(base);
  const list = await fetchList(base).catch(() => undefined);
  if (!list) {
    const text = 'The list of pages did not load. Check your network connection.';
    return state ? { kind: 'saved' } : { kind: 'failed', text };
  }
  if ('remove' in list) {
    await removeCopy();
    return { kind: 'unavailable' };
  }
  if (state?.version === list.version) return { kind: 'saved' };
  const bytes = await bytesToLoad(list);
  const canRemove = state !== undefined || (await cachedUrls()).length > 0;
  return { kind: state ? 'update' : 'offer', list, bytes, canRemove };
}

const blocked: Status = {
  kind: 'failed',
  text: 'This browser blocks storage for this site. Allow it, then try again.',
};

const failureText = (error: unknown) =>
  error instanceof DOMException && error.name === 'QuotaExceededError'
    ? 'This browser has no space for the pages.'
    : 'The download did not finish. Check your network connection: it continues where it stopped.';

/** Marks the page while the network is off, so that links to other sites say that they need it. */
function useOfflineMark(): void {
  useEffect(() => {
    const mark = () => {
      document.documentElement.toggleAttribute('data-offline', !navigator.onLine);
    };
    mark();
    window.addEventListener('online', mark);
    window.addEventListener('offline', mark);
    return () => {
      window.removeEventListener('online', mark);
      window.removeEventListener('offline', mark);
    };
  }, []);
}

/** Makes the site installable for those who use it offline; other pages do not carry the link. */
function useAppManifest(): void {
  useEffect(() => {
    if (document.querySelector('link[rel=manifest]')) return;
    const link = document.createElement('link');
    link.rel = 'manifest';
    link.href = `${base}manifest.webmanifest`;
    document.head.append(link);
  }, []);
}

const texts: Record<'loading' | 'saved' | 'removed' | 'unavailable', string> = {
  loading: 'Reading the list of pages…',
  saved:
    'All pages are saved in this browser and work offline, with search, Send and the MQTT console.',
  removed: 'The offline copy is removed.',
  unavailable: 'This site currently offers no offline copy.',
};

function textOf(status: Status): string {
  switch (status.kind) {
    case 'offer':
      return `Save all pages, search and the sandbox in this browser, to use them offline: ${megabytes(status.bytes)}.`;
    case 'update':
      return `Newer pages are available for your offline copy: ${megabytes(status.bytes)}.`;
    case 'saving':
      return 'Saving all pages…';
    case 'failed':
      return status.text;
    default:
      return texts[status.kind];
  }
}

/** Saves, updates and removes the offline copy of the site, each only when the reader asks. */
export default function Offline({ takesFocus }: { readonly takesFocus: boolean }): ReactNode {
  const [status, setStatus] = useState<Status>({ kind: 'loading' });
  const kept = useKeptFocus<HTMLDivElement>(takesFocus);
  const saving = useRef<AbortController>(undefined);
  useOfflineMark();
  useAppManifest();

  const refresh = useCallback(() => {
    setStatus({ kind: 'loading' });
    readStatus().then(setStatus, () => setStatus(blocked));
  }, []);
  useEffect(() => {
    refresh();
    return () => {
      // Nothing would show the progress or could stop the download.
      saving.current?.abort();
      saving.current = undefined;
    };
  }, [refresh]);

  const save = async (list: SavedList) => {
    const controller = new AbortController();
    saving.current?.abort();
    saving.current = controller;
    const onProgress = (loaded: number, total: number) => {
      setStatus({ kind: 'saving', loaded, total });
    };
    try {
      await saveCopy(list, onProgress, controller.signal);
      setStatus({ kind: 'saved' });
    } catch (error) {
      const isStopped = controller.signal.aborted;
      controller.abort();
      // After unmounting, nothing shows the state.
      if (saving.current !== controller) return;
      if (isStopped) refresh();
      else setStatus({ kind: 'failed', text: failureText(error) });
    }
  };
  const remove = () => {
    removeCopy().then(
      () => setStatus({ kind: 'removed' }),
      () => setStatus(blocked),
    );
  };
  const button = (text: string, onClick: () => void) => (
    <button type="button" className="control control--quiet" onClick={onClick}>
      {text}
    </button>
  );
  const { kind } = status;
  return (
    <div {...kept} className="offline" role="group" aria-label="Offline copy" tabIndex={-1}>
      <p role="status">{textOf(status)}</p>
      {kind === 'saving' && (
        <>
          <progress aria-label="Saved" value={status.loaded} max={Math.max(1, status.total)} />
          <span>
            {megabytes(status.loaded)} of {megabytes(status.total)}
          </span>
          {button('Stop', () => saving.current?.abort())}
        </>
      )}
      {kind === 'offer' && button('Save for offline use', () => void save(status.list))}
      {kind === 'update' && button('Update offline copy', () => void save(status.list))}
      {kind === 'failed' && button('Try again', refresh)}
      {(kind === 'saved' || ('canRemove' in status && status.canRemove)) &&
        button('Remove offline copy', remove)}
    </div>
  );
}
