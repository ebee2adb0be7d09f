import React, { useCallback, useRef, useState, type ComponentType, type ReactNode } from 'react';
import Translate from '@docusaurus/Translate';
import { useHistoryPopHandler } from '@docusaurus/theme-common/internal';
import useBaseUrl from '@docusaurus/useBaseUrl';
import useIsBrowser from '@docusaurus/useIsBrowser';
import { withinLimit } from '@site/src/contracts/search-limits';
import type { Props as DialogProps } from '../SearchDialog';
import SearchField from '../SearchField';
import Modal from './Modal';
import useSearchKeys from './useSearchKeys';
import styles from './styles.module.css';

interface LoadingProps extends Omit<DialogProps, 'onClose'> {
  readonly hasFailed: boolean;
  readonly onRetry: () => void;
}

/** Shown while the content of the dialog loads: a field for the first keystrokes, and a message when loading takes long. */
function Loading({ hasFailed, onRetry, ...field }: LoadingProps): ReactNode {
  const [attempts, setAttempts] = useState(0);
  return (
    <div className="early-search__box">
      {/* It takes the focus again when the button is removed. */}
      <SearchField key={attempts} className="early-search__input" {...field} />
      {hasFailed ? (
        <p role="alert">
          Search could not be loaded. Check your network connection.{' '}
          <button
            type="button"
            className="control control--small"
            onClick={() => {
              setAttempts(attempts + 1);
              onRetry();
            }}
          >
            Retry
          </button>
        </p>
      ) : (
        <p role="status">Loading search…</p>
      )}
    </div>
  );
}

/**
 * The text that is selected on the page, in one line: a field deletes line breaks, and headings have zero-width spaces. Not that
 * of a field, which can be a key: Chromium returns it, too, for a selection that is collapsed.
 */
function selectedText(): string {
  const selection = window.getSelection();
  if (selection?.isCollapsed !== false) return '';
  return withinLimit(
    String(selection)
      .replace(/[\s\u200b]+/g, ' ')
      .trim(),
  );
}

/** Returns the text of the field that `early-input` opens before hydration, and removes the field. */
function takeEarlyText(): string | undefined {
  const early = document.querySelector('#early-search');
  const text = early?.querySelector('input')?.value;
  early?.remove();
  return text;
}

/** The shortcut for the reader's keyboard, which is unknown at build time. */
function useShortcut(): string {
  return useIsBrowser() && /Mac|iPhone|iPad/.test(navigator.userAgent) ? '⌘K' : 'Ctrl K';
}

/**
 * The search button of the navbar. It opens the dialog on click, with Ctrl or Cmd plus K, with the slash key, or when the
 * reader types while it has the focus. Hover, focus and touch preload the content of the dialog.
 */
export default function SearchButton(): ReactNode {
  const button = useRef<HTMLButtonElement>(null);
  const [Content, setContent] = useState<ComponentType<DialogProps>>();
  const [isOpen, setIsOpen] = useState(false);
  const [hasFailed, setHasFailed] = useState(false);
  const [text, setText] = useState({ query: '', isSelected: false });
  const searchPage = useBaseUrl('/search/');

  const load = useCallback(() => {
    setHasFailed(false);
    import('../SearchDialog').then(
      ({ default: component }) => setContent(() => component),
      () => setHasFailed(true),
    );
  }, []);
  const open = useCallback(
    (firstKey?: string) => {
      const typed = firstKey ?? takeEarlyText();
      setText({ query: typed ?? selectedText(), isSelected: typed === undefined });
      setIsOpen(true);
      load();
    },
    [load],
  );
  const close = useCallback(() => setIsOpen(false), []);
  const onQuery = (query: string) => setText({ query, isSelected: false });
  useSearchKeys({ isOpen, open, close, button });
  useHistoryPopHandler(() => {
    if (!isOpen) return undefined;
    close();
    return false;
  });

  return (
    <>
      <button
        ref={button}
        type="button"
        className={`control ${styles.button}`}
        aria-haspopup="dialog"
        aria-keyshortcuts="Control+K Meta+K /"
        data-early="search"
        data-page={searchPage}
        onClick={() => open()}
        onFocus={load}
        onMouseOver={load}
        onTouchStart={load}
      >
        <svg className={styles.icon} viewBox="0 0 20 20" width="18" height="18" aria-hidden="true">
          <circle cx="8.5" cy="8.5" r="5.5" />
          <path d="m13 13 4.5 4.5" />
        </svg>
        <span className={styles.label}>
          <Translate id="theme.SearchBar.label">Search</Translate>
        </span>
        <kbd className={styles.key} aria-hidden="true">
          {useShortcut()}
        </kbd>
      </button>
      {isOpen && (
        <Modal button={button} onClose={close}>
          {Content ? (
            <Content {...text} onQuery={onQuery} onClose={close} />
          ) : (
            <Loading {...text} onQuery={onQuery} hasFailed={hasFailed} onRetry={load} />
          )}
        </Modal>
      )}
    </>
  );
}
