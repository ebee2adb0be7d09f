/**
 * The little that every page knows of the values it shows: whether there are any, and when they change. The rest
 * (`in-use.ts`) loads where it is used.
 */
export const storageKey = 'docs-values';

/** Key of the tab's sandbox project in session storage (`sandbox/project.ts`). */
export const sandboxKey = 'docs-sandbox';

/** Key of the choice between the sandbox's values and the reader's own, in local storage: it is not secret. */
export const useKey = 'docs-use';

/** Dispatched on `window` after every change. */
export const changeEvent = 'docs-values';

/** Text in a storage; reaching for one throws where the browser forbids it. */
function textAt(storage: () => Storage, key: string): string {
  try {
    return storage().getItem(key) ?? '';
  } catch {
    return '';
  }
}

/** Text of the reader's own values in session storage; empty when there are none. */
export function storedText(): string {
  return textAt(() => sessionStorage, storageKey);
}

/** True when the reader has chosen their own values and servers over the sandbox. */
export function usesOwn(): boolean {
  return textAt(() => localStorage, useKey) === 'own';
}

/** Text of the tab's sandbox project when pages show it: there is one, and the reader has not chosen their own values. */
export function sandboxText(): string {
  const text = usesOwn() ? '' : textAt(() => sessionStorage, sandboxKey);
  return text.includes('"project":') ? text : '';
}

/** Text of what the pages show, whichever it is; empty when there is nothing. */
export function shownText(): string {
  return sandboxText() || storedText();
}

/** @returns a function that ends it */
export function onChange(listener: () => void): () => void {
  window.addEventListener(changeEvent, listener);
  return () => window.removeEventListener(changeEvent, listener);
}
