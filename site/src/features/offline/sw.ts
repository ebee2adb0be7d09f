/** Script of the service worker, which the build bundles as `sw.js`. It takes over no tab that another version serves. */
import { createOfflineWorker } from './worker';

/** The events that this script handles; TypeScript's types of workers conflict with those of pages. */
interface FetchEvent extends Event {
  readonly request: Request;
  respondWith(response: Promise<Response>): void;
  waitUntil(work: Promise<unknown>): void;
}

interface Scope {
  readonly registration: ServiceWorkerRegistration;
  readonly clients: {
    claim(): Promise<void>;
    matchAll(options: { type: 'window'; includeUncontrolled: boolean }): Promise<unknown[]>;
  };
  addEventListener(type: 'fetch' | 'activate', listener: (event: FetchEvent) => void): void;
}

const scope = self as unknown as Scope;
const { pathname: base, origin } = new URL(scope.registration.scope);

const worker = createOfflineWorker({
  base,
  origin,
  hasTabs: async () => {
    const tabs = await scope.clients.matchAll({ type: 'window', includeUncontrolled: true });
    return tabs.length > 0;
  },
  unregister: () => scope.registration.unregister(),
  wait: (time) => new Promise((resolve) => setTimeout(resolve, time)),
});

scope.addEventListener('activate', (event) => {
  event.waitUntil(scope.clients.claim());
});

scope.addEventListener('fetch', (event) => {
  const response = worker.respond(event.request, (work) => {
    event.waitUntil(work.catch(() => undefined));
  });
  if (response) event.respondWith(response);
});
