/**
 * Lets several components cancel a navigation with Back or Forward. The router supports one, and finds the way back only
 * among entries that it has added since the page was loaded.
 */
import type { History } from 'history';

/** Returns `false` to cancel the navigation. */
type Handler = (location: History['location'], action: 'POP') => unknown;

const handlers = new Set<Handler>();

/** Part of the Navigation API (HTML, 7.2.6), which not all supported browsers have. */
interface Navigation extends EventTarget {
  readonly currentEntry: { readonly index: number } | null;
}

interface EntryChange extends Event {
  /** The entry before the navigation. */
  readonly from: { readonly index: number };
}

const { navigation } = globalThis as { readonly navigation?: Navigation };

/** How far the last navigation went: -1 is one entry back, which is most likely where it is unknown. */
let movement = -1;

function onEntryChange(event: Event): void {
  const { from } = event as EntryChange;
  movement = (navigation?.currentEntry?.index ?? 0) - from.index;
}

let isReturning = false;

function onPopState(event: PopStateEvent, history: History): void {
  if (isReturning) {
    isReturning = false;
    event.stopImmediatePropagation();
    return;
  }
  const results = [...handlers].map((handle) => handle(history.location, 'POP'));
  if (movement === 0 || !results.includes(false)) return;
  event.stopImmediatePropagation();
  isReturning = true;
  window.history.go(-movement);
}

let stop: (() => void) | undefined;

function start(history: History): () => void {
  const listener = (event: PopStateEvent) => onPopState(event, history);
  navigation?.addEventListener('currententrychange', onEntryChange);
  // Before the router's own listener.
  window.addEventListener('popstate', listener, true);
  return () => {
    navigation?.removeEventListener('currententrychange', onEntryChange);
    window.removeEventListener('popstate', listener, true);
  };
}

/**
 * Calls a handler on each navigation with Back or Forward.
 * @returns a function that removes the handler
 */
export function addHistoryHandler(history: History, handler: Handler): () => void {
  handlers.add(handler);
  stop ??= start(history);
  return () => {
    handlers.delete(handler);
    if (handlers.size > 0) return;
    stop?.();
    stop = undefined;
  };
}
