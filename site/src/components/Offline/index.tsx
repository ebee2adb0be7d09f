import React, { useCallback, useEffect, useRef, useState, type ReactNode } from 'react';
import siteConfig from '@generated/docusaurus.config';
import { deleteCopy, fetchList, readState, type SavedList } from '../../offline/copy';
import { bytesToLoad, saveCopy } from '../../offline/save';
import './styles.css';

const base = siteConfig.baseUrl;

type Status =
  | { readonly kind: 'loading' | 'saved' | 'removed' | 'unavailable' }
  | { readonly kind: 'offer' | 'update'; readonly list: SavedList; readonly bytes: number }
  | { readonly kind: 'saving'; readonly loaded: number; readonly total: number }
  | { readonly kind: 'failed'; readonly text: string };

const megabytes = (bytes: number) => `${Math.max(0.1, bytes / 1_000_000).toFixed(1)} MB`;

async function removeCopy(): Promise<void> {
  const registration = await navigator.serviceWorker.getRegistration(base);
  await registration?.unregister();
  await deleteCopy();
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
  const bytes = await bytesToLoad(base, list);
  return { kind: state ? 'update' : 'offer', list, bytes };
}

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
  loading: 'Reading the list of pages …',
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
      return 'Saving all pages …';
    case 'failed':
      return status.text;
    default:
      return texts[status.kind];
  }
}

/** Saves, updates and removes the offline copy of the site, each only when the reader asks. */
export default function Offline({ takesFocus }: { readonly takesFocus: boolean }): ReactNode {
  const [status, setStatus] = useState<Status>({ kind: 'loading' });
  const panel = useRef<HTMLDivElement>(null);
  const saving = useRef<AbortController>(undefined);
  useOfflineMark();
  useAppManifest();

  const refresh = useCallback(() => {
    setStatus({ kind: 'loading' });
    void readStatus().then(setStatus);
  }, []);
  useEffect(refresh, [refresh]);
  useEffect(() => {
    if (takesFocus) panel.current?.focus({ preventScroll: true });
  }, [takesFocus]);

  const save = async (list: SavedList) => {
    const controller = new AbortController();
    saving.current = controller;
    const onProgress = (loaded: number, total: number) => {
      setStatus({ kind: 'saving', loaded, total });
    };
    try {
      await saveCopy(base, list, onProgress, controller.signal);
      setStatus({ kind: 'saved' });
    } catch (error) {
      if (controller.signal.aborted) refresh();
      else setStatus({ kind: 'failed', text: failureText(error) });
      controller.abort();
    }
  };
  const remove = async () => {
    await removeCopy();
    setStatus({ kind: 'removed' });
  };
  const button = (text: string, onClick: () => void) => (
    <button type="button" onClick={onClick}>
      {text}
    </button>
  );
  const { kind } = status;
  return (
    <div ref={panel} className="offline" role="group" aria-label="Offline copy" tabIndex={-1}>
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
      {(kind === 'saved' || kind === 'update') &&
        button('Remove offline copy', () => void remove())}
    </div>
  );
}
