/**
 * Minimal access to the values in use, loaded by every page: whether there are any, and when they change. The rest
 * (`in-use.ts`) loads on demand.
 */
import { readStorage } from '../storage';

export const storageKey = 'docs-values';

/** Key of the tab's sandbox project in session storage (`sandbox/project.ts`). */
export const sandboxKey = 'docs-sandbox';

/** Key of the choice between the sandbox's values and the reader's own, in local storage: it is not secret. */
export const choiceKey = 'docs-use';

/** Key of the choice of the sandbox for tabs without a project (`sandbox/address.ts`), in local storage. */
export const homeKey = 'docs-sandbox-home';

/** Dispatched on `window` after every change. */
export const changeEvent = 'docs-values';

/** Text of the reader's own values in session storage; empty when there are none. */
export function storedText(): string {
  return readStorage('sessionStorage', storageKey);
}

/** True when the reader has chosen their own values and servers over the sandbox. */
export function usesOwnValues(): boolean {
  return readStorage('localStorage', choiceKey) === 'own';
}

/** Text of the tab's sandbox project if pages use it: it exists, and the reader has not chosen their own values. */
export function sandboxText(): string {
  const text = usesOwnValues() ? '' : readStorage('sessionStorage', sandboxKey);
  return text.includes('"project":') ? text : '';
}

/** Text of the values in use; empty when there are none. */
export function textInUse(): string {
  return sandboxText() || storedText();
}

/** Calls back after every change. @returns a function that unsubscribes */
export function onChange(listener: () => void): () => void {
  window.addEventListener(changeEvent, listener);
  return () => window.removeEventListener(changeEvent, listener);
}
