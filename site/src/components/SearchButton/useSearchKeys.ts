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

/** Keys of the search dialog: Ctrl or Cmd plus K, slash, Escape, and typing on the button. */
export default function useSearchKeys({ isOpen, open, close, button }: Options): void {
  useEffect(() => {
    const onKeyDown = (event: KeyboardEvent) => {
      const withModifier = event.ctrlKey || event.metaKey;
      if (isOpen) {
        if (event.key === 'Escape' || (withModifier && event.key.toLowerCase() === 'k')) {
          event.preventDefault();
          close();
        }
        return;
      }
      if (withModifier && event.key.toLowerCase() === 'k') {
        event.preventDefault();
        open();
        return;
      }
      if (withModifier || event.altKey || isEditing(event.target)) return;
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
}
