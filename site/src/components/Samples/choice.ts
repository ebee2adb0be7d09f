/**
 * The chosen sample language: one for the whole site, in local storage and as an attribute of `html`.
 * `plugins/api-reference/samples.ts` sets the attribute before the first paint.
 */
/**
 * Programs with the reader's values, instead of those the page came with. The request runner brings
 * them (`components/Send/use-shown-samples.ts`): a page without it has none of the code that writes programs.
 */
import { useCallback, useEffect, useSyncExternalStore } from 'react';
import type { TabData } from './tabs';

const listeners = new Set<() => void>();

const attributeOf = (group: string) => `data-sample-${group}`;
const storageKeyOf = (group: string) => `docs-sample-${group}`;
const parameterOf = (group: string) => (group === 'http' ? 'lang' : group);

function show(group: string, id: string): void {
  document.documentElement.setAttribute(attributeOf(group), id);
  listeners.forEach((listener) => listener());
}

function keep(group: string, id: string): void {
  try {
    localStorage.setItem(storageKeyOf(group), id);
  } catch {
    // Without storage the choice holds until the page is left.
  }
}

/** Puts the choice into the address, so that a copied link opens the same language. */
function putIntoAddress(group: string, id: string): void {
  const address = new URL(window.location.href);
  address.searchParams.set(parameterOf(group), id);
  window.history.replaceState(window.history.state, '', address);
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

/** Id of the program the reader has chosen in a group, on this page or another; nothing before the first choice. */
export function useChosenProgram(group: string): string | undefined {
  return useSyncExternalStore(
    subscribe,
    () => document.documentElement.getAttribute(attributeOf(group)) ?? undefined,
    () => undefined,
  );
}

/**
 * The chosen program of a group, and a function to choose another.
 * @param ids the programs on offer, the first one being the default
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
      keep(group, id);
      putIntoAddress(group, id);
    },
    [group],
  );

  const offered = ids.join();
  useEffect(() => {
    const requested = new URLSearchParams(window.location.search).get(parameterOf(group));
    if (requested === null || !offered.split(',').includes(requested)) return;
    show(group, requested);
    keep(group, requested);
  }, [group, offered]);

  return [ids.includes(chosen) ? chosen : fallback, choose];
}

const sampleListeners = new Set<() => void>();
let shown: Readonly<Record<string, readonly TabData[]>> = {};

function subscribeToSamples(listener: () => void): () => void {
  sampleListeners.add(listener);
  return () => sampleListeners.delete(listener);
}

/** Shows these programs, by group, on the page; nothing brings back its own. */
export function showSamples(samples: Readonly<Record<string, readonly TabData[]>>): void {
  shown = samples;
  sampleListeners.forEach((listener) => listener());
}

/** The programs that replace those of a group, if any. */
export function useShownTabs(group: string): readonly TabData[] | undefined {
  return useSyncExternalStore(
    subscribeToSamples,
    () => shown[group],
    () => undefined,
  );
}
