import type { Cache, Host, Requester, Response } from '@algolia/client-common';
import { timeouts } from '../../contracts/search-limits';
import { workerHost } from './worker-requester';

/** The search host: this site's server, the hosted provider, or the reader's browser. */
export type SearchBackend = 'server' | 'hosted' | 'browser';

interface Options {
  readonly backend: SearchBackend;
  readonly appId: string;
  /** Host that the page was loaded from. */
  readonly location: Pick<Location, 'host' | 'protocol'>;
}

/** The provider's hosts as in its client: one for reading, in its distributed network, one for writing, and three for both. */
function providerHosts(appId: string): Host[] {
  const fallbacks = [1, 2, 3].map((number) => `${appId}-${number}.algolianet.com`);
  return [
    { url: `${appId}-dsn.algolia.net`, accept: 'read', protocol: 'https' },
    { url: `${appId}.algolia.net`, accept: 'write', protocol: 'https' },
    ...fallbacks.map((url): Host => ({ url, accept: 'readWrite', protocol: 'https' })),
  ];
}

/** Hosts in the order in which the client tries them. The worker is the last one, as the fallback. */
export function searchHosts({ backend, appId, location }: Options): Host[] {
  const protocol = location.protocol === 'https:' ? 'https' : 'http';
  const hosts: Record<SearchBackend, Host[]> = {
    server: [{ url: location.host, accept: 'readWrite', protocol }],
    hosted: providerHosts(appId),
    browser: [],
  };
  return [...hosts[backend], { url: workerHost, accept: 'readWrite', protocol: 'https' }];
}

/**
 * Stores which search hosts failed, so that the client does not use them for 2 minutes (docs/behavior.md, section 7). The
 * client's own cache stores a failure under the host with its state but looks it up under the host alone, so it never finds
 * one. Here the URL is the key. The states last until the page is unloaded and are shared by all its clients.
 */
export function createHostStates(): Cache {
  const states = new Map<string, unknown>();
  const keyOf = (host: string | Record<string, unknown>) =>
    typeof host === 'string' ? host : String(host.url);
  return {
    get: async <Value>(host: string | Record<string, unknown>, initial: () => Promise<Value>) =>
      (states.get(keyOf(host)) as Value | undefined) ?? initial(),
    set: <Value>(host: string | Record<string, unknown>, state: Value) => {
      states.set(keyOf(host), state);
      return Promise.resolve(state);
    },
    delete: (host) => {
      states.delete(keyOf(host));
      return Promise.resolve();
    },
    clear: () => {
      states.clear();
      return Promise.resolve();
    },
  };
}

/** False for a host without the search protocol, such as a static one, which returns HTML, and for one that limits requests. */
function isUsable({ status, content }: Response): boolean {
  return content.trimStart().startsWith('{') && status !== 429;
}

/**
 * Sends a request to the worker if it is for the worker's host, and over the network otherwise. A host that does not support
 * the protocol, or rejects the request because there were too many, counts as unavailable, so that the client continues with the
 * next one. The client increases its timeouts
 * after a timeout; fixed ones are guaranteed (docs/behavior.md, section 9), and all requests only read.
 */
export function createRequester(network: Requester, worker: Requester): Requester {
  return {
    async send(original) {
      const request = {
        ...original,
        connectTimeout: timeouts.connect,
        responseTimeout: timeouts.read,
      };
      if (new URL(request.url).hostname === workerHost) return worker.send(request);
      const response = await network.send(request);
      return isUsable(response) ? response : { ...response, status: 0 };
    },
  };
}
