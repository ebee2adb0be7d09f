/**
 * The selected sample language: one for the whole site, in local storage and as an attribute of `html`.
 * `content/api-reference/samples.ts` sets the attribute before the first paint.
 */
import { useCallback, useEffect, useSyncExternalStore } from 'react';
import { writeStorage } from '@site/src/storage';
import type { TabData } from './tabs';

const listeners = new Set<() => void>();

const attributeOf = (group: string) => `data-sample-${group}`;
const storageKeyOf = (group: string) => `docs-sample-${group}`;
const parameterOf = (group: string) => (group === 'http' ? 'lang' : group);

function show(group: string, id: string): void {
  document.documentElement.setAttribute(attributeOf(group), id);
  listeners.forEach((listener) => listener());
}

/** An entry of the history whose address has a selection of this reader, which a later one may have replaced. */
interface OwnEntry {
  readonly ownSamples?: boolean;
}

/** Adds the selection to the URL, so that a copied link opens the same language. */
function addToUrl(group: string, id: string): void {
  const address = new URL(window.location.href);
  address.searchParams.set(parameterOf(group), id);
  const state: OwnEntry = { ...(window.history.state as OwnEntry | null), ownSamples: true };
  window.history.replaceState(state, '', address);
}

function subscribe(listener: () => void): () => void {
  const onStorage = ({ key, newValue }: StorageEvent) => {
    const group = /^docs-sample-(\w+)$/.exec(key ?? '')?.[1];
    if (group !== undefined && newValue !== null) show(group, newValue);
  };
  listeners.add(listener);
  window.addEventListener('storage', onStorage);
  return () => {
    listeners.delete(listener);
    window.removeEventListener('storage', onStorage);
  };
}

/** Id of the program that the reader has selected in a group, on any page; undefined before the first selection. */
export function useChosenProgram(group: string): string | undefined {
  return useSyncExternalStore(
    subscribe,
    () => document.documentElement.getAttribute(attributeOf(group)) ?? undefined,
    () => undefined,
  );
}

/**
 * Returns the selected program of a group and a function to select another.
 * @param ids ids of the programs; the first one is the default
 */
export function useSampleChoice(
  group: string,
  ids: readonly string[],
): readonly [string, (id: string) => void] {
  const fallback = ids[0] ?? '';
  const chosen = useChosenProgram(group) ?? fallback;
  const choose = useCallback(
    (id: string) => {
      show(group, id);
      writeStorage('localStorage', storageKeyOf(group), id);
      addToUrl(group, id);
    },
    [group],
  );

  const offered = ids.join();
  useEffect(() => {
    const requested = new URLSearchParams(window.location.search).get(parameterOf(group));
    if (requested === null || !offered.split(',').includes(requested)) return;
    const current = document.documentElement.getAttribute(attributeOf(group));
    if ((window.history.state as OwnEntry | null)?.ownSamples) {
      if (current !== null) addToUrl(group, current);
      return;
    }
    show(group, requested);
    writeStorage('localStorage', storageKeyOf(group), requested);
  }, [group, offered]);

  return [ids.includes(chosen) ? chosen : fallback, choose];
}

/**
 * Programs with the reader's values, which replace those of the page. The request runner provides them
 * (`features/request-runner/Send/use-runner.ts`), so pages without it do not load the code that generates programs.
 */
const sampleListeners = new Set<() => void>();
let shown: Readonly<Record<string, readonly TabData[]>> = {};

function subscribeToSamples(listener: () => void): () => void {
  sampleListeners.add(listener);
  return () => sampleListeners.delete(listener);
}

/** Replaces the programs on the page, by group. An empty object restores those of the page. */
export function showSamples(samples: Readonly<Record<string, readonly TabData[]>>): void {
  shown = samples;
  sampleListeners.forEach((listener) => listener());
}

/** Programs that replace those of a group; undefined if there are none. */
export function useShownTabs(group: string): readonly TabData[] | undefined {
  return useSyncExternalStore(
    subscribeToSamples,
    () => shown[group],
    () => undefined,
  );
}
