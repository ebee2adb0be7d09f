/** Session history of the browser: the part of the `history` package (version 4) that the framework uses. */

export interface Location {
  readonly pathname: string;
  readonly search: string;
  readonly hash: string;
  readonly state?: unknown;
  readonly key?: string | undefined;
}

export type To = string | Partial<Location>;
type Action = 'POP' | 'PUSH' | 'REPLACE';
type Listener = (location: Location, action: Action) => void;
/** Cancels a navigation by returning `false`. */
type Blocker = (location: Location, action: Action) => unknown;

/** State of an entry in `history.state`, in the format of the package. */
interface EntryState {
  readonly key?: string;
  readonly state?: unknown;
}

const withPrefix = (prefix: string, text: string) =>
  text === '' || text === prefix ? '' : text.startsWith(prefix) ? text : prefix + text;

/** Path with query and fragment. */
export const pathOf = ({ pathname, search, hash }: Location) => pathname + search + hash;

/** Resolves a URL or parts of one against a location. */
export function resolve(to: To, from: Location, state?: unknown, key?: string): Location {
  if (typeof to === 'string') {
    const { pathname, search, hash } = new URL(to, window.location.origin + pathOf(from));
    return { pathname, search, hash, state, key };
  }
  const { pathname = from.pathname, search = '', hash = '' } = to;
  return {
    pathname,
    search: withPrefix('?', search),
    hash: withPrefix('#', hash),
    state: state ?? to.state,
    key,
  };
}

function currentLocation(entry: unknown): Location {
  const { pathname, search, hash } = window.location;
  const { key, state } = (entry ?? {}) as EntryState;
  return { pathname, search, hash, state, key };
}

const newKey = () => Math.random().toString(36).slice(2, 8);

const listeners = new Set<Listener>();
let blocker: Blocker | undefined;

/** Keys of the entries that this document has created, in order. They show how far a navigation went. */
let keys: (string | undefined)[] = [];
let ignoresNextPop = false;

function moveTo(location: Location, action: Action): void {
  history.location = location;
  history.action = action;
  for (const listener of [...listeners]) listener(location, action);
}

const isBlocked = (location: Location, action: Action) => blocker?.(location, action) === false;

function navigate(to: To, state: unknown, action: 'PUSH' | 'REPLACE'): void {
  const location = resolve(to, history.location, state, newKey());
  if (isBlocked(location, action)) return;
  const index = keys.indexOf(history.location.key);
  const entry = { key: location.key, state: location.state };
  if (action === 'PUSH') {
    window.history.pushState(entry, '', pathOf(location));
    keys = [...keys.slice(0, index + 1), location.key];
  } else {
    window.history.replaceState(entry, '', pathOf(location));
    if (index >= 0) keys[index] = location.key;
  }
  moveTo(location, action);
}

function onPop(event: PopStateEvent): void {
  if (ignoresNextPop) {
    ignoresNextPop = false;
    moveTo(history.location, history.action);
    return;
  }
  const location = currentLocation(event.state);
  if (!isBlocked(location, 'POP')) {
    moveTo(location, 'POP');
    return;
  }
  // Returns to the previous location. An entry of another document has no key here and counts as the first one.
  const indexOf = ({ key }: Location) => Math.max(0, keys.indexOf(key));
  const delta = indexOf(history.location) - indexOf(location);
  if (delta === 0) return;
  ignoresNextPop = true;
  window.history.go(delta);
}

/** The session history of this document. */
export const history = {
  action: 'POP' as Action,
  location: currentLocation(window.history.state),
  createHref: pathOf,
  push: (to: To, state?: unknown) => navigate(to, state, 'PUSH'),
  replace: (to: To, state?: unknown) => navigate(to, state, 'REPLACE'),
  go: (delta: number) => window.history.go(delta),
  goBack: () => window.history.go(-1),
  goForward: () => window.history.go(1),
  listen: (listener: Listener): (() => void) => {
    listeners.add(listener);
    return () => void listeners.delete(listener);
  },
  block: (next: Blocker): (() => void) => {
    blocker = next;
    return () => {
      if (blocker === next) blocker = undefined;
    };
  },
};

keys.push(history.location.key);
window.addEventListener('popstate', onPop);
