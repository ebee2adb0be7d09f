import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';

const origin = 'https://docs.example.com';

/** Session history of a tab. */
let entries: { state: unknown; url: URL }[];
let position: number;
let onPop: (event: { state: unknown }) => void;

const entry = () => {
  const current = entries[position];
  if (!current) throw new Error('no entry');
  return current;
};
const add = (state: unknown, url: string) => {
  const next = { state, url: new URL(url, entry().url) };
  position += 1;
  entries.splice(position, Infinity, next);
};
const replace = (state: unknown, url?: string) => {
  entries[position] = { state, url: new URL(url ?? entry().url, entry().url) };
};
const go = (delta: number) => {
  if (!entries[position + delta]) return;
  position += delta;
  onPop({ state: entry().state });
};

/** Follows a native link to a fragment. */
function follow(fragment: string): void {
  if (fragment === entry().url.hash) replace(null);
  else add(null, fragment);
  onPop({ state: null });
}

const load = async () => {
  vi.resetModules();
  return (await import('../../src/framework/history')).history;
};

beforeEach(() => {
  entries = [{ state: null, url: new URL('/', origin) }];
  position = 0;
  vi.stubGlobal('window', {
    get location() {
      return entry().url;
    },
    history: {
      get state() {
        return entry().state;
      },
      pushState: (state: unknown, _: string, url: string) => add(state, url),
      replaceState: (state: unknown, _: string, url?: string) => replace(state, url),
      go,
    },
    addEventListener: (_: string, listener: typeof onPop) => (onPop = listener),
  });
});
afterEach(() => vi.unstubAllGlobals());

type History = Awaited<ReturnType<typeof load>>;

/** Opens a menu, which a pop closes. @returns whether it is open */
function openMenu(history: History): () => boolean {
  let isOpen = true;
  const unblock = history.block(() => {
    isOpen = false;
    unblock();
    return false;
  });
  return () => isOpen;
}

const shown = ({ location: { pathname, search, hash } }: History) => pathname + search + hash;

/** Asserts that a navigation closes an open menu and stays on the page. */
function expectBlocked(history: History, delta: number): void {
  const before = { position, page: shown(history) };
  const isOpen = openMenu(history);
  go(delta);
  expect(isOpen()).toBe(false);
  expect({ position, page: shown(history) }).toEqual(before);
  expect(entry().url.href).toBe(origin + shown(history));
}

describe('back and forward with an open menu', () => {
  it('stay on the page', async () => {
    const history = await load();
    history.push('/a/');
    history.push('/b/');
    expectBlocked(history, -1);
    expectBlocked(history, -2);
    go(-1);
    expect(shown(history)).toBe('/a/');
    expectBlocked(history, 1);
    expectBlocked(history, -1);
  });

  it('stay on the page after links to fragments', async () => {
    const history = await load();
    history.push('/a/');
    follow('#one');
    follow('#two');
    follow('#two');
    expect(shown(history)).toBe('/a/#two');
    expectBlocked(history, -1);
    expectBlocked(history, -3);
    go(-1);
    expect(shown(history)).toBe('/a/#one');
    expectBlocked(history, 1);
  });

  it('stay on the page after a fragment whose query was replaced', async () => {
    const history = await load();
    follow('#one');
    window.history.replaceState(window.history.state, '', '/?lang=go#one');
    follow('#one');
    const isOpen = openMenu(history);
    go(-1);
    expect([isOpen(), position]).toEqual([false, 1]);
  });

  it('stay on the page after a reload', async () => {
    let history = await load();
    history.push('/a/');
    follow('#one');
    history = await load();
    expectBlocked(history, -1);
    go(-2);
    history = await load();
    expect(shown(history)).toBe('/');
    expectBlocked(history, 2);
  });

  it('stay on the page after entries were replaced', async () => {
    const history = await load();
    history.push('/a/');
    history.push('/b/');
    go(-1);
    history.replace('/c/');
    history.push('/d/');
    expect(entries).toHaveLength(3);
    expectBlocked(history, -1);
    expectBlocked(history, -2);
  });
});

describe('a link to a fragment', () => {
  it('is followed from an open menu, which closes', async () => {
    const history = await load();
    const isOpen = openMenu(history);
    follow('#one');
    expect([isOpen(), position, shown(history)]).toEqual([false, 1, '/#one']);
  });

  it('that was followed before the module loaded leaves URL and page the same', async () => {
    add(null, '#one');
    const history = await load();
    const isOpen = openMenu(history);
    go(-1);
    expect([isOpen(), position, shown(history)]).toEqual([false, 0, '/']);
  });
});

it('keeps the state of an entry', async () => {
  const history = await load();
  history.push('/a/', { from: 'search' });
  await load();
  expect(entry().state).toMatchObject({ state: { from: 'search' }, index: 1 });
});
