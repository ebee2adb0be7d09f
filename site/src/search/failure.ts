import { useSyncExternalStore } from 'react';

/** Whether the last search of the search page failed: the theme's page has no place for a failure of its own. */
let failed = false;
const listeners = new Set<() => void>();

export function reportSearch(outcome: 'failed' | 'answered'): void {
  failed = outcome === 'failed';
  listeners.forEach((listener) => listener());
}

function subscribe(listener: () => void): () => void {
  listeners.add(listener);
  return () => listeners.delete(listener);
}

/** True while the last search could not be answered. */
export function useSearchFailed(): boolean {
  return useSyncExternalStore(
    subscribe,
    () => failed,
    () => false,
  );
}
