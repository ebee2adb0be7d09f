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

/** State of an entry in `history.state`, in the format of the package, with its index. */
interface EntryState {
  readonly key?: string;
  readonly state?: unknown;
  /** Position among the entries of the tab. It shows how far a navigation went, also after a reload. */
  readonly index?: number;
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

const indexOf = (entry: unknown) => (entry as EntryState | null)?.index;

/** Index of the current entry. */
let current = indexOf(window.history.state) ?? 0;

function storeIndex(): void {
  const entry = { ...(window.history.state as EntryState | null), index: current };
  window.history.replaceState(entry, '');
}

function moveTo(location: Location, action: Action): void {
  history.location = location;
  history.action = action;
  for (const listener of [...listeners]) listener(location, action);
}

const isBlocked = (location: Location, action: Action) => blocker?.(location, action) === false;

function navigate(to: To, state: unknown, action: 'PUSH' | 'REPLACE'): void {
  const location = resolve(to, history.location, state, newKey());
  if (isBlocked(location, action)) return;
  if (action === 'PUSH') current += 1;
  const entry = { key: location.key, state: location.state, index: current };
  window.history[action === 'PUSH' ? 'pushState' : 'replaceState'](entry, '', pathOf(location));
  moveTo(location, action);
}

function onPop({ state }: PopStateEvent): void {
  const location = currentLocation(state);
  const index = indexOf(state);
  // A blocked navigation has returned.
  if (index === current) return;
  const isStopped = isBlocked(location, 'POP');
  if (index === undefined) {
    // The reader has followed a link to a fragment, which is native: it has added an entry, or replaced that of the same
    // fragment. An open menu closes, but does not stop it: the link can be in the menu.
    if (location.hash !== history.location.hash) current += 1;
    storeIndex();
  } else if (isStopped) {
    window.history.go(current - index);
    return;
  } else {
    current = index;
  }
  moveTo(location, 'POP');
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

storeIndex();
window.addEventListener('popstate', onPop);
