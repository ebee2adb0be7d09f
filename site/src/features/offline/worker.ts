/**
 * The service worker's behavior. It is the same for every build, so open tabs never get another version of it. Pages come
 * from the network, and from the copy when the network does not respond in time; what the network sends replaces the copy.
 */
import {
  cacheNames,
  copyMark,
  deleteCopy,
  fetchList,
  readState,
  writeState,
} from '../../contracts/offline-copy';

/** Time for the network to send a page before the copy is used, in milliseconds. */
export const networkLimit = 3000;

/** What the worker needs from its global scope. */
export interface WorkerScope {
  /** Path of the site; starts and ends with a slash. */
  readonly base: string;
  readonly origin: string;
  /** Whether a tab shows the site. */
  readonly hasTabs: () => Promise<boolean>;
  readonly unregister: () => Promise<unknown>;
  /** Resolves after the time, in milliseconds. */
  readonly wait: (time: number) => Promise<void>;
}

export interface OfflineWorker {
  /**
   * Returns the response of a request; nothing if the browser should handle it as usual.
   * @param keepAlive prolongs the life of the worker
   */
  respond(
    request: Request,
    keepAlive: (work: Promise<unknown>) => void,
  ): Promise<Response> | undefined;
}

const isPage = ({ headers }: Response) =>
  (headers.get('content-type') ?? '').startsWith('text/html') &&
  headers.get('cache-control') !== 'no-store';

/** A page of the copy, with the mark that tells the page where it comes from. */
function marked({ body, headers }: Response, status = 200): Response {
  return new Response(body, { status, headers: [...headers, ['server-timing', copyMark]] });
}

type KeepAlive = (work: Promise<unknown>) => void;

export function createOfflineWorker(scope: WorkerScope): OfflineWorker {
  const { base, origin } = scope;
  const names = cacheNames(base);
  let isRemoved = false;

  /** Finds a file of the copy, whatever headers it was requested with. */
  function inCopy(url: string): Promise<Response | undefined> {
    return caches.match(url, { cacheName: names.files, ignoreVary: true, ignoreSearch: true });
  }

  /** Puts a complete response into the copy, if there is one. */
  async function keep(url: string, response: Response): Promise<void> {
    if (!response.ok || response.redirected || !(await caches.has(names.state))) return;
    // This worker continues to serve its tabs after its removal.
    if (!isRemoved) await (await caches.open(names.files)).put(url, response);
  }

  /** Deletes the copy and the worker when the server says so. */
  async function obeyServer(): Promise<void> {
    const list = await fetchList(base).catch(() => undefined);
    if (!list || !('remove' in list)) return;
    isRemoved = true;
    await deleteCopy(base);
    await scope.unregister();
  }

  /** Deletes the files of earlier builds when no tab can need them. */
  async function removeOldFiles(): Promise<void> {
    const state = await readState(base);
    if (!state?.oldFiles?.length || (await scope.hasTabs())) return;
    const cache = await caches.open(names.files);
    for (const url of state.oldFiles) await cache.delete(url);
    await writeState(base, { ...state, oldFiles: [] });
  }

  /** A page of the copy, or a redirect to it. */
  async function savedPage(url: URL): Promise<Response | undefined> {
    const { pathname } = url;
    const found = await inCopy(url.origin + pathname);
    if (found) return marked(found);
    const canonical = `${pathname
      .replace(/\/index\.html$/, '/')
      .replace(/\.html$/, '')
      .replace(/\/$/, '')}/`;
    if (canonical !== pathname && (await inCopy(url.origin + canonical))) {
      return Response.redirect(canonical + url.search, 302);
    }
    return undefined;
  }

  /** The response of the network for a page that the copy lacks; without a network, the page for what does not exist. */
  async function otherPage(fromNetwork: Promise<Response>): Promise<Response> {
    try {
      return await fromNetwork;
    } catch (error) {
      const missing = await inCopy(new URL(`${base}404.html`, origin).href);
      if (missing) return marked(missing, 404);
      throw error;
    }
  }

  /** The response of the network; nothing if it does not arrive in time. */
  async function inTime(
    fromNetwork: Promise<Response>,
    keepAlive: KeepAlive,
  ): Promise<Response | undefined> {
    const received = fromNetwork.catch(() => undefined);
    // What arrives later still replaces an older file.
    keepAlive(received);
    return Promise.race([received, scope.wait(networkLimit).then(() => undefined)]);
  }

  async function page(request: Request, url: URL, keepAlive: KeepAlive): Promise<Response> {
    const fromNetwork = fetch(request).then((response) => {
      // A page that the reader has seen replaces an older one of the copy.
      if (isPage(response)) keepAlive(keep(url.origin + url.pathname, response.clone()));
      return response;
    });
    keepAlive(fromNetwork.then(obeyServer, () => undefined));
    const first = await inTime(fromNetwork, keepAlive);
    if (first && first.status < 500) return first;
    return (await savedPage(url)) ?? otherPage(fromNetwork);
  }

  /** A file whose name changes with its content. */
  async function asset(request: Request, keepAlive: KeepAlive): Promise<Response> {
    const found = await inCopy(request.url);
    if (found) return found;
    const response = await fetch(request);
    keepAlive(keep(request.url, response.clone()));
    return response;
  }

  /** Any other file of the copy: the newest one if the network responds in time. */
  async function file(request: Request, keepAlive: KeepAlive): Promise<Response> {
    const found = await inCopy(request.url);
    const fromNetwork = fetch(request).then((response) => {
      if (found) keepAlive(keep(request.url, response.clone()));
      return response;
    });
    if (!found) return fromNetwork;
    const first = await inTime(fromNetwork, keepAlive);
    return first && first.status < 500 ? first : found;
  }

  return {
    respond(request, keepAlive) {
      const url = new URL(request.url);
      if (request.method !== 'GET' || url.origin !== origin || !url.pathname.startsWith(base)) {
        return undefined;
      }
      const path = url.pathname.slice(base.length);
      if (request.mode === 'navigate') {
        keepAlive(removeOldFiles());
        return page(request, url, keepAlive);
      }
      if (path.startsWith('assets/')) return asset(request, keepAlive);
      const isOfBuild =
        /^(?:(?:img|operations|specs)\/|search\/index\.json$|manifest\.webmanifest$)|\.md$/.test(
          path,
        );
      return isOfBuild ? file(request, keepAlive) : undefined;
    },
  };
}
