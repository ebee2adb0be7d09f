/** `localStorage` for all tabs and visits, `sessionStorage` for this tab only. */
type Area = 'localStorage' | 'sessionStorage';

/** Values that the browser could not store because its storage is blocked or full. They last until the page is unloaded. */
const fallback = new Map<string, string>();

/** Returns the text stored under a key; empty when there is none. */
export function readStorage(area: Area, key: string): string {
  try {
    return fallback.get(key) ?? globalThis[area].getItem(key) ?? '';
  } catch {
    return '';
  }
}

/**
 * Stores a text under a key; an empty one removes it. Never throws, and writes nothing to the console: Docusaurus'
 * `createStorageSlot` logs the value when storing fails, and the value can be an API key.
 */
export function writeStorage(area: Area, key: string, text: string): void {
  try {
    if (text === '') globalThis[area].removeItem(key);
    else globalThis[area].setItem(key, text);
    fallback.delete(key);
  } catch {
    fallback.set(key, text);
  }
}

/** Whether the browser has stored the last text of a key; false when its storage is blocked or full. */
export const isStored = (key: string): boolean => !fallback.has(key);
