/**
 * Lets several components cancel a navigation with Back or Forward. The router supports one, and finds the way back only
 * among entries that it has added since the page was loaded.
 */
import type { History } from 'history';

/** Returns `false` to cancel the navigation. */
type Handler = (location: History['location'], action: 'POP') => unknown;

const handlers = new Set<Handler>();

/** Navigation API (HTML, 7.2.6), which not all supported browsers have. */
const { navigation } = globalThis as {
  readonly navigation?: { readonly currentEntry: { readonly index: number } | null };
};

/** Position of the current entry among those of the tab. */
const position = () => navigation?.currentEntry?.index;

let last: number | undefined;
let isReturning = false;

function onPopState(event: PopStateEvent, history: History): void {
  const current = position();
  if (isReturning) {
    isReturning = false;
    event.stopImmediatePropagation();
    return;
  }
  const results = [...handlers].map((handle) => handle(history.location, 'POP'));
  if (!results.includes(false)) {
    last = current;
    return;
  }
  event.stopImmediatePropagation();
  isReturning = true;
  // Without the API, most likely the reader went back by one entry.
  window.history.go(last === undefined || current === undefined ? 1 : last - current);
}

let stop: (() => void) | undefined;

function start(history: History): () => void {
  const listener = (event: PopStateEvent) => onPopState(event, history);
  const remember = () => {
    last = position();
  };
  remember();
  const unlisten = history.listen(remember);
  // Before the router's own listener.
  window.addEventListener('popstate', listener, true);
  return () => {
    unlisten();
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
