import { useEffect, type RefObject } from 'react';

interface Options {
  readonly isOpen: boolean;
  readonly open: (query?: string) => void;
  readonly close: () => void;
  readonly button: RefObject<HTMLButtonElement | null>;
}

/** True when the key press belongs to a text field. */
function isEditing(target: EventTarget | null): boolean {
  if (!(target instanceof HTMLElement)) return false;
  return target.isContentEditable || ['INPUT', 'SELECT', 'TEXTAREA'].includes(target.tagName);
}

/** Ctrl+K or Cmd+K. With Shift or Alt, the shortcut belongs to the browser or the system. */
function isShortcut({ key, ctrlKey, metaKey, shiftKey, altKey }: KeyboardEvent): boolean {
  return key.toLowerCase() === 'k' && ctrlKey !== metaKey && !shiftKey && !altKey;
}

const focusable = 'a[href], button:not(:disabled), input:not(:disabled)';

/** Keeps Tab inside the open dialog. DocSearch traps the focus only among the elements it started with. */
function keepFocusInside(event: KeyboardEvent): void {
  if (event.key !== 'Tab') return;
  const dialog = document.querySelector('body > [aria-modal="true"]');
  const reachable = [...(dialog?.querySelectorAll<HTMLElement>(focusable) ?? [])].filter(
    (element) => element.getClientRects().length > 0,
  );
  event.stopPropagation();
  const inside = reachable.indexOf(document.activeElement as HTMLElement);
  const last = reachable.length - 1;
  if (inside > 0 && inside < last) return;
  if (inside === (event.shiftKey ? last : 0) && last > 0) return;
  event.preventDefault();
  reachable[event.shiftKey ? last : 0]?.focus();
}

/** Handles the keys of the search dialog: Ctrl or Cmd plus K, slash, Escape, Tab, and typing on the button. */
export default function useSearchKeys({ isOpen, open, close, button }: Options): void {
  useEffect(() => {
    const onKeyDown = (event: KeyboardEvent) => {
      if (isOpen) {
        if (event.key !== 'Escape' && !isShortcut(event)) return;
        event.preventDefault();
        close();
        return;
      }
      // Another dialog is open and would cover this one.
      if (document.querySelector('dialog[open]')) return;
      if (isShortcut(event)) {
        event.preventDefault();
        open();
        return;
      }
      if (event.ctrlKey || event.metaKey || event.altKey || isEditing(event.target)) return;
      if (event.key === '/') {
        event.preventDefault();
        open();
      } else if (button.current === document.activeElement && /^[a-z0-9]$/i.test(event.key)) {
        event.preventDefault();
        open(event.key);
      }
    };
    window.addEventListener('keydown', onKeyDown);
    return () => window.removeEventListener('keydown', onKeyDown);
  }, [isOpen, open, close, button]);

  useEffect(() => {
    if (!isOpen) return undefined;
    window.addEventListener('keydown', keepFocusInside, true);
    return () => window.removeEventListener('keydown', keepFocusInside, true);
  }, [isOpen]);
}
