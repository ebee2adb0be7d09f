/**
 * The little that every page knows of the reader's values: whether there are any, and when they change. The rest
 * (`store.ts`) loads where it is used.
 */
export const storageKey = 'docs-values';

/** Dispatched on `window` after every change. */
export const changeEvent = 'docs-values';

/** Text of the values in session storage; empty when there are none. */
export function storedText(): string {
  try {
    return sessionStorage.getItem(storageKey) ?? '';
  } catch {
    return '';
  }
}

/** @returns a function that ends it */
export function onChange(listener: () => void): () => void {
  window.addEventListener(changeEvent, listener);
  return () => window.removeEventListener(changeEvent, listener);
}
