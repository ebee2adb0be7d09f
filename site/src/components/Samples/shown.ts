/**
 * Programs written anew with the reader's values, in place of those the page came with. The request runner brings
 * them (`components/Send/use-shown-samples.ts`): a page without it has none of the code that writes programs.
 */
import { useSyncExternalStore } from 'react';
import type { TabData } from './tabs';

const listeners = new Set<() => void>();
let shown: Readonly<Record<string, readonly TabData[]>> = {};

function subscribe(listener: () => void): () => void {
  listeners.add(listener);
  return () => listeners.delete(listener);
}

/** Shows these programs, by group, on the page; nothing brings back its own. */
export function showSamples(samples: Readonly<Record<string, readonly TabData[]>>): void {
  shown = samples;
  listeners.forEach((listener) => listener());
}

/** The programs that stand in place of a group's own, if there are any. */
export function useShownTabs(group: string): readonly TabData[] | undefined {
  return useSyncExternalStore(
    subscribe,
    () => shown[group],
    () => undefined,
  );
}
