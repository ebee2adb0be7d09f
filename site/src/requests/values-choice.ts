/**
 * Minimal access to the reader's choices, loaded by every page, and the event of every change. `sandbox-home.ts` says whether
 * there are values in use; the rest (`in-use.ts`) loads on demand.
 */
import { readStorage } from '../storage';

/** Where the sandbox runs: on a server, where terminals and devices reach it, or in this browser, without a server. */
export type SandboxHome = 'server' | 'browser';

/** Key of the reader's choice of the sandbox for all tabs, in local storage: `browser`, or empty for the server. */
export const homeKey = 'docs-sandbox-home';

export const storageKey = 'docs-values';

/** Keys of the project of each sandbox in local storage: all tabs share it (`sandbox-project/project-state.ts`). */
export const sandboxKeys: Readonly<Record<SandboxHome, string>> = {
  server: 'docs-sandbox',
  browser: 'docs-sandbox-browser',
};

/** Key of the projects that this browser knows, in local storage. */
export const knownKey = 'docs-sandbox-projects';

/** Key of the choice between the sandbox's values and the reader's own, in local storage: it is not secret. */
export const choiceKey = 'docs-use';

/** Dispatched on `window` after every change. */
export const changeEvent = 'docs-values';

// Changes in another tab apply to this one, too. Without a key, the storage was cleared.
const sharedKeys: readonly (string | null)[] = [
  ...Object.values(sandboxKeys),
  knownKey,
  choiceKey,
  homeKey,
  null,
];
if (typeof window !== 'undefined') {
  window.addEventListener('storage', ({ key }) => {
    if (sharedKeys.includes(key)) window.dispatchEvent(new Event(changeEvent));
  });
}

/** Text of the reader's own values in session storage; empty when there are none. */
export function storedText(): string {
  return readStorage('sessionStorage', storageKey);
}

/** True when the reader has chosen their own values and servers over the sandbox. */
export function usesOwnValues(): boolean {
  return readStorage('localStorage', choiceKey) === 'own';
}

/** Calls back after every change. @returns a function that unsubscribes */
export function onChange(listener: () => void): () => void {
  window.addEventListener(changeEvent, listener);
  return () => window.removeEventListener(changeEvent, listener);
}
