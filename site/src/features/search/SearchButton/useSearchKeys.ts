import { useLayoutEffect, type RefObject } from 'react';
import { isShortcut, isTextField } from '@site/src/components/keyboard';

interface Options {
  readonly isOpen: boolean;
  /** @param firstKey the typed character that opens the dialog */
  readonly open: (firstKey?: string) => void;
  readonly close: () => void;
  readonly button: RefObject<HTMLButtonElement | null>;
}

/** Handles the keys of the page that open the search dialog, and the shortcut, which also closes it. */
export default function useSearchKeys({ isOpen, open, close, button }: Options): void {
  // With the dialog itself: an effect after the next paint would lose keys.
  useLayoutEffect(() => {
    const onKeyDown = (event: KeyboardEvent) => {
      const { key, ctrlKey, metaKey, altKey, target } = event;
      const withShortcut = isShortcut(event);
      if (isOpen) {
        if (!withShortcut) return;
        close();
        event.preventDefault();
        return;
      }
      // Another dialog is open and would cover this one.
      if (document.querySelector('dialog[open]')) return;
      const isPlain = !ctrlKey && !metaKey && !altKey;
      if (withShortcut || (isPlain && key === '/' && !isTextField(target))) open();
      else if (isPlain && target === button.current && /^[a-z0-9]$/i.test(key)) open(key);
      else return;
      event.preventDefault();
    };
    window.addEventListener('keydown', onKeyDown);
    return () => window.removeEventListener('keydown', onKeyDown);
  }, [isOpen, open, close, button]);
}
