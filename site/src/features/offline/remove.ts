/**
 * Script of the service worker of a build without offline copies, as `sw.js`: it removes the copy and itself, also in browsers
 * that show no page. Open tabs continue with the network.
 */
import { deleteCopy } from '../../contracts/offline-copy';

interface Scope {
  readonly registration: ServiceWorkerRegistration;
  skipWaiting(): Promise<void>;
  addEventListener(
    type: 'install' | 'activate',
    listener: (event: Event & { waitUntil(work: Promise<unknown>): void }) => void,
  ): void;
}

const scope = self as unknown as Scope;
const base = new URL(scope.registration.scope).pathname;

scope.addEventListener('install', (event) => {
  event.waitUntil(scope.skipWaiting());
});

scope.addEventListener('activate', (event) => {
  event.waitUntil(deleteCopy(base).then(() => scope.registration.unregister()));
});
