/** Types of inputs that take no text. */
const withoutText = new Set([
  'button',
  'checkbox',
  'color',
  'file',
  'image',
  'radio',
  'range',
  'reset',
  'submit',
]);

/** True for an element that receives typed text. */
export function isTextField(target: EventTarget | null): boolean {
  if (target instanceof HTMLInputElement) return !withoutText.has(target.type);
  if (target instanceof HTMLTextAreaElement) return true;
  return target instanceof HTMLElement && target.isContentEditable;
}

/** Events that a browser dispatches when it fills in a field have no key. */
type Key = Pick<KeyboardEvent, 'ctrlKey' | 'metaKey' | 'shiftKey' | 'altKey'> &
  Partial<Pick<KeyboardEvent, 'key'>>;

/** Ctrl+K or Cmd+K. With Shift or Alt, the shortcut belongs to the browser or the system. */
export function isShortcut({ key, ctrlKey, metaKey, shiftKey, altKey }: Key): boolean {
  return key?.toLowerCase() === 'k' && ctrlKey !== metaKey && !shiftKey && !altKey;
}

/**
 * True when the key belongs to an input method, which composes a character. Safari sends the key that ends a composition after
 * it, with the code 229 (UI Events, 7.3.1).
 */
export function isComposing(event: KeyboardEvent): boolean {
  // eslint-disable-next-line @typescript-eslint/no-deprecated -- Safari has no other sign.
  return event.isComposing || event.keyCode === 229;
}
