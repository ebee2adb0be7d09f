import type { Cache } from '@algolia/client-common';

/**
 * Remembers which search hosts failed, so that the client leaves them alone for 2 minutes (specification, section 7). The
 * client's own cache stores a failure under the host with its state and looks it up under the host alone, so it never
 * finds one. Here the URL is the key. States live as long as the page and are shared by every client on it.
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
