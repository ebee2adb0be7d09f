import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { cacheNames, copyMark, type CopyState } from '../../contracts/offline-copy';
import { createOfflineWorker, networkLimit } from './worker';

const origin = 'https://docs.example';
const base = '/docs/';
const names = cacheNames(base);

/** A cache of a browser, in memory. */
class MemoryCache {
  readonly entries = new Map<string, Response>();
  private readonly urlOf = (key: string | Request) =>
    new URL(typeof key === 'string' ? key : key.url, origin).href;
  match = (key: string | Request) =>
    Promise.resolve(this.entries.get(this.urlOf(key).replace(/\?.*/, ''))?.clone());
  put = (key: string | Request, response: Response) => {
    this.entries.set(this.urlOf(key), response);
    return Promise.resolve();
  };
  keys = () => Promise.resolve([...this.entries.keys()].map((url) => ({ url })));
  delete = (key: string) => Promise.resolve(this.entries.delete(this.urlOf(key)));
}

let stores: Map<string, MemoryCache>;
let online: Map<string, () => Response | Promise<Response>>;
let passed: (time: number) => void;
let tabs: number;
let isRegistered: boolean;

const html = (text: string, status = 200, headers: Record<string, string> = {}) =>
  new Response(text, { status, headers: { 'content-type': 'text/html', ...headers } });

const store = (name: string) => {
  const found = stores.get(name) ?? new MemoryCache();
  stores.set(name, found);
  return found;
};

beforeEach(() => {
  stores = new Map();
  online = new Map();
  tabs = 1;
  isRegistered = true;
  passed = () => {
    throw new Error('nothing waits');
  };
  vi.stubGlobal('caches', {
    open: (name: string) => Promise.resolve(store(name)),
    has: (name: string) => Promise.resolve(stores.has(name)),
    delete: (name: string) => Promise.resolve(stores.delete(name)),
    match: (url: string, { cacheName }: { cacheName: string }) =>
      stores.get(cacheName)?.match(url) ?? Promise.resolve(undefined),
  });
  void saveState({});
  vi.stubGlobal('fetch', (request: string | { url: string }) => {
    const url = new URL(typeof request === 'string' ? request : request.url, origin);
    const respond = online.get(url.pathname);
    return respond ? Promise.resolve(respond()) : Promise.reject(new TypeError('no network'));
  });
});
afterEach(() => vi.unstubAllGlobals());

const worker = () =>
  createOfflineWorker({
    base,
    origin,
    hasTabs: () => Promise.resolve(tabs > 0),
    unregister: () => {
      isRegistered = false;
      return Promise.resolve();
    },
    wait: (time) =>
      new Promise((resolve) => {
        passed = (elapsed) => {
          if (elapsed >= time) resolve();
        };
      }),
  });

/** Sends a request through the worker; resolves with the text when all its work is done. */
async function get(path: string, mode = 'navigate', method = 'GET') {
  const work: Promise<unknown>[] = [];
  const request = { url: origin + path, mode, method } as Request;
  const pending = worker().respond(request, (more) => work.push(more));
  if (!pending) return undefined;
  const response = await pending;
  await Promise.allSettled(work);
  await Promise.allSettled(work);
  return response;
}

const textOf = async (path: string, mode?: string) => (await get(path, mode))?.text();
const save = (path: string, response: Response) => store(names.files).put(path, response);
const saveState = (state: Partial<CopyState>) =>
  store(names.state).put(`${base}state`, Response.json({ files: [], ...state }));

describe('the service worker', () => {
  it('sends the page of the network, and without one the page that was read last', async () => {
    await save('/docs/a/', html('saved'));
    online.set('/docs/a/', () => html('newer'));
    expect(await textOf('/docs/a/?q=1')).toBe('newer');
    online.clear();
    expect(await textOf('/docs/a/')).toBe('newer');
  });

  it('marks pages of the copy, so that they use the sandbox in this browser', async () => {
    await save('/docs/a/', html('old', 200, { 'x-other': 'kept' }));
    const saved = await get('/docs/a/');
    expect(saved?.headers.get('server-timing')).toBe(copyMark);
    expect(saved?.headers.get('x-other')).toBe('kept');
    online.set('/docs/a/', () => html('new'));
    expect((await get('/docs/a/'))?.headers.get('server-timing')).toBeNull();
  });

  it('uses the copy when the network takes too long, and keeps what arrives later', async () => {
    await save('/docs/a/', html('saved'));
    let arrive: (response: Response) => void = () => undefined;
    online.set('/docs/a/', () => new Promise((resolve) => (arrive = resolve)));
    const work: Promise<unknown>[] = [];
    const request = { url: `${origin}/docs/a/`, mode: 'navigate', method: 'GET' } as Request;
    const response = worker().respond(request, (more) => work.push(more));
    passed(networkLimit);
    expect(await (await response)?.text()).toBe('saved');
    arrive(html('late'));
    await Promise.allSettled(work);
    online.clear();
    await vi.waitFor(async () => expect(await textOf('/docs/a/')).toBe('late'));
  });

  it.each([500, 502, 503])('uses the copy for a status %i', async (status) => {
    await save('/docs/a/', html('saved'));
    online.set('/docs/a/', () => html('Bad gateway', status));
    expect(await textOf('/docs/a/')).toBe('saved');
  });

  it('passes a status of the server on, and does not keep it', async () => {
    await save('/docs/a/', html('saved'));
    online.set('/docs/a/', () => html('gone', 404));
    expect((await get('/docs/a/'))?.status).toBe(404);
    online.clear();
    expect(await textOf('/docs/a/')).toBe('saved');
  });

  it('keeps nothing that is not a page, or must not be stored', async () => {
    online.set('/docs/sandbox/', () => Response.json({}));
    online.set('/docs/b/', () => html('secret', 200, { 'cache-control': 'no-store' }));
    await get('/docs/sandbox/');
    await get('/docs/b/');
    expect([...(stores.get(names.files)?.entries.keys() ?? [])]).toEqual([]);
  });

  it.each(['/docs/a', '/docs/a/index.html', '/docs/a.html'])('redirects %s', async (path) => {
    await save('/docs/a/', html('saved'));
    vi.stubGlobal('Response', { redirect: (to: string) => ({ to, status: 302 }) });
    expect(await get(`${path}?q=1`)).toMatchObject({ status: 302, to: '/docs/a/?q=1' });
  });

  it('sends the page for what does not exist, with its status', async () => {
    await save('/docs/404.html', html('Page not found'));
    const response = await get('/docs/none/');
    expect([response?.status, await response?.text()]).toEqual([404, 'Page not found']);
  });

  it('waits for the network when the copy lacks a page', async () => {
    await save('/docs/404.html', html('Page not found'));
    let arrive: (response: Response) => void = () => undefined;
    online.set('/docs/newer/', () => new Promise((resolve) => (arrive = resolve)));
    const request = { url: `${origin}/docs/newer/`, mode: 'navigate', method: 'GET' } as Request;
    const response = worker().respond(request, () => undefined);
    passed(networkLimit);
    await vi.waitFor(() => arrive(html('newer')));
    expect(await (await response)?.text()).toBe('newer');
    online.set('/docs/other/', () => html('Bad gateway', 502));
    expect((await get('/docs/other/'))?.status).toBe(502);
  });

  it('reads hashed files from the copy, and others from the network first', async () => {
    await save('/docs/assets/a.1.js', new Response('saved'));
    await save('/docs/search/index.json', new Response('saved'));
    online.set('/docs/assets/a.1.js', () => new Response('other'));
    online.set('/docs/search/index.json', () => new Response('newer'));
    expect(await textOf('/docs/assets/a.1.js', 'no-cors')).toBe('saved');
    expect(await textOf('/docs/search/index.json', 'cors')).toBe('newer');
    online.clear();
    expect(await textOf('/docs/search/index.json', 'cors')).toBe('newer');
  });

  it('reads what Send needs from the copy when the network takes too long', async () => {
    await save('/docs/operations/device/time.json', new Response('saved'));
    online.set('/docs/operations/device/time.json', () => new Promise<Response>(() => undefined));
    const request = { url: `${origin}/docs/operations/device/time.json`, mode: 'cors' };
    const pending = worker().respond({ ...request, method: 'GET' } as Request, () => undefined);
    await vi.waitFor(() => passed(networkLimit));
    expect(await (await pending)?.text()).toBe('saved');
  });

  it.each([
    ['POST', '/docs/assets/a.js', 'cors'],
    ['GET', '/other/', 'navigate'],
    ['GET', '/docs/sandbox/projects', 'cors'],
    ['GET', '/docs/offline.json', 'cors'],
  ])('leaves %s %s to the browser', async (method, path, mode) => {
    expect(await get(path, mode, method)).toBeUndefined();
  });

  it('removes files of an earlier build when no tab shows the site', async () => {
    await saveState({ oldFiles: [`${origin}/docs/assets/old.js`] });
    await save('/docs/assets/old.js', new Response(''));
    // Of a build that is newer than the copy.
    await save('/docs/assets/new.js', new Response(''));
    online.set('/docs/a/', () => html('page'));
    const kept = () => [...store(names.files).entries.keys()].filter((url) => url.endsWith('.js'));
    await get('/docs/a/');
    expect(kept()).toHaveLength(2);
    tabs = 0;
    await get('/docs/a/');
    await vi.waitFor(() => expect(kept()).toEqual([`${origin}/docs/assets/new.js`]));
  });

  it('stores nothing without a copy', async () => {
    stores.clear();
    online.set('/docs/a/', () => html('page'));
    online.set('/docs/assets/a.1.js', () => new Response('script'));
    expect(await textOf('/docs/a/')).toBe('page');
    expect(await textOf('/docs/assets/a.1.js', 'no-cors')).toBe('script');
    expect(stores.size).toBe(0);
  });

  it('removes the copy and itself when the server says so', async () => {
    online.set('/docs/a/', () => html('page'));
    online.set('/docs/offline.json', () => Response.json({ version: '2', files: [] }));
    await get('/docs/a/');
    expect(isRegistered).toBe(true);
    online.set('/docs/offline.json', () => Response.json({ remove: true }));
    await get('/docs/a/');
    await vi.waitFor(() => expect(isRegistered).toBe(false));
    expect(stores.size).toBe(0);
  });

  it.each(['/', '/next/'])('leaves the copy of another site alone, below %s', async (other) => {
    await store(cacheNames(other).files).put(`${other}a/`, html('other'));
    online.set('/docs/offline.json', () => Response.json({ remove: true }));
    online.set('/docs/a/', () => html('page'));
    await get('/docs/a/');
    await vi.waitFor(() => expect(isRegistered).toBe(false));
    expect([...stores.keys()]).toEqual([cacheNames(other).files]);
  });
});
