import React, { useCallback, useRef, useState, type ComponentType, type ReactNode } from 'react';
import Translate from '@docusaurus/Translate';
import type { Props as DialogProps } from '@site/src/components/SearchDialog';
import styles from './styles.module.css';
import useSearchKeys from './useSearchKeys';

/** Loads the dialog with its client and styles; a second call costs nothing. */
const loadDialog = async () => {
  const [dialog] = await Promise.all([
    import('@site/src/components/SearchDialog'),
    import('@docsearch/react/style'),
  ]);
  return dialog;
};

/**
 * The search button of the navbar. It opens the dialog on click, with Ctrl or Cmd plus K, with the slash key, or when
 * the reader starts to type on it; hover, focus and touch load the dialog ahead (specification, sections 2 and 4).
 */
export default function SearchButton(): ReactNode {
  const button = useRef<HTMLButtonElement>(null);
  const [Dialog, setDialog] = useState<ComponentType<DialogProps>>();
  const [isOpen, setIsOpen] = useState(false);
  const [initialQuery, setInitialQuery] = useState<string>();

  const preload = useCallback(() => void loadDialog().catch(() => undefined), []);
  const open = useCallback((query?: string) => {
    setInitialQuery(query);
    setIsOpen(true);
    loadDialog().then(
      (module) => setDialog(() => module.default),
      () => setIsOpen(false),
    );
  }, []);
  const close = useCallback(() => {
    setIsOpen(false);
    setInitialQuery(undefined);
    button.current?.focus();
  }, []);
  useSearchKeys({ isOpen, open, close, button });

  return (
    <>
      <button
        ref={button}
        type="button"
        className={styles.button}
        aria-haspopup="dialog"
        aria-keyshortcuts="Control+K Meta+K /"
        onClick={() => open()}
        onFocus={preload}
        onMouseOver={preload}
        onTouchStart={preload}
      >
        <svg className={styles.icon} viewBox="0 0 20 20" width="18" height="18" aria-hidden="true">
          <circle cx="8.5" cy="8.5" r="5.5" />
          <path d="m13 13 4.5 4.5" />
        </svg>
        <span className={styles.label}>
          <Translate id="theme.SearchBar.label">Search</Translate>
        </span>
        <kbd className={styles.key} aria-hidden="true">
          Ctrl K
        </kbd>
      </button>
      {isOpen && Dialog && <Dialog onClose={close} initialQuery={initialQuery} />}
    </>
  );
}
