import { changeEvent, sandboxKey } from '../values/stored';

/**
 * The text this tab keeps of its sandbox project, in session storage: gone with the tab, and in memory alone where the
 * browser keeps nothing.
 */
let memory: string | undefined;

export function keptText(): string {
  try {
    return sessionStorage.getItem(sandboxKey) ?? memory ?? '';
  } catch {
    return memory ?? '';
  }
}

/** Keeps a text, or forgets it, and tells the page. */
export function keepText(text: string): void {
  memory = text;
  try {
    if (text === '') sessionStorage.removeItem(sandboxKey);
    else sessionStorage.setItem(sandboxKey, text);
  } catch {
    // Without storage the project holds until the page is left.
  }
  window.dispatchEvent(new Event(changeEvent));
}
