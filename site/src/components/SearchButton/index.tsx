import React, {
  useCallback,
  useEffect,
  useRef,
  useState,
  type ComponentType,
  type ReactNode,
  type RefObject,
} from 'react';
import Translate from '@docusaurus/Translate';
import { useHistoryPopHandler } from '@docusaurus/theme-common/internal';
import useIsBrowser from '@docusaurus/useIsBrowser';
import { createPortal } from 'react-dom';
import type { Props as DialogProps } from '@site/src/components/SearchDialog';
import { longestQuery } from '@site/src/search/constants';
import styles from './styles.module.css';
import useSearchKeys from './useSearchKeys';

interface OpeningProps {
  /** Holds what the reader types until the dialog takes it over. */
  readonly input: RefObject<HTMLInputElement | null>;
  readonly hasFailed: boolean;
  readonly onRetry: () => void;
  readonly onClose: () => void;
}

/** Shown while the dialog loads: a field that takes the first keystrokes, and why loading takes long. */
function Opening(props: OpeningProps): ReactNode {
  const { input, hasFailed, onRetry, onClose } = props;
  return (
    <div
      className={styles.opening}
      role="dialog"
      aria-modal="true"
      aria-label="Search docs"
      onMouseDown={(event) => event.target === event.currentTarget && onClose()}
    >
      <div className={styles.openingBox}>
        <input
          ref={input}
          className={styles.openingInput}
          placeholder="Search docs"
          aria-label="Search docs"
          maxLength={longestQuery}
          autoComplete="off"
          autoFocus
        />
        {hasFailed ? (
          <p role="alert">
            Search could not be loaded. Check your network connection.{' '}
            <button type="button" className="button button--secondary button--sm" onClick={onRetry}>
              Retry
            </button>
          </p>
        ) : (
          <p role="status">Loading search…</p>
        )}
      </div>
    </div>
  );
}

/** Loads the dialog with its client and styles; a second call costs nothing. */
const loadDialog = async () => {
  const [dialog] = await Promise.all([
    import('@site/src/components/SearchDialog'),
    import('@docsearch/react/style'),
  ]);
  return dialog.default;
};

/** The shortcut as the reader's keyboard names it. The page is built without knowing it. */
function useShortcut(): string {
  return useIsBrowser() && /Mac|iPhone|iPad/.test(navigator.userAgent) ? '⌘K' : 'Ctrl K';
}

/**
 * Takes the page behind an open dialog out of reach, and brings the focus back to where it was.
 * @param opener what had the focus before
 * @param button gets the focus afterwards when that element is gone
 */
function useModality(
  isOpen: boolean,
  opener: RefObject<Element | null>,
  button: RefObject<HTMLElement | null>,
): void {
  useEffect(() => {
    const page = document.getElementById('__docusaurus');
    if (!isOpen || !page) return undefined;
    const before = opener.current;
    const fallback = button.current;
    page.inert = true;
    return () => {
      page.inert = false;
      const isThere = before instanceof HTMLElement && page.contains(before);
      (isThere ? before : fallback)?.focus({ preventScroll: true });
    };
  }, [isOpen, opener, button]);
}

/**
 * The search button of the navbar. It opens the dialog on click, with Ctrl or Cmd plus K, with the slash key, or when
 * the reader starts to type on it; hover, focus and touch load the dialog ahead (specification, sections 2 and 4).
 */
export default function SearchButton(): ReactNode {
  const button = useRef<HTMLButtonElement>(null);
  const opener = useRef<Element>(null);
  const field = useRef<HTMLInputElement>(null);
  const [Dialog, setDialog] = useState<ComponentType<DialogProps>>();
  const [state, setState] = useState<'closed' | 'opening' | 'failed' | 'open'>('closed');
  const [query, setQuery] = useState('');
  const isOpen = state !== 'closed';
  const isOpening = state === 'opening' || state === 'failed';

  const load = useCallback(async () => {
    const component = await loadDialog();
    const typed = field.current?.value ?? '';
    if (typed !== '') setQuery(typed);
    setDialog(() => component);
  }, []);
  const preload = useCallback(() => void load().catch(() => undefined), [load]);
  const loadToOpen = useCallback(() => {
    setState('opening');
    load().catch(() => setState((now) => (now === 'opening' ? 'failed' : now)));
  }, [load]);
  const open = useCallback(
    (key?: string) => {
      opener.current = document.activeElement;
      // As DocSearch does: text selected on the page is the first query. Its selection ends when the field has the focus.
      setQuery(key ?? String(window.getSelection()).slice(0, longestQuery));
      if (Dialog) setState('open');
      else loadToOpen();
    },
    [Dialog, loadToOpen],
  );
  const close = useCallback(() => setState('closed'), []);
  const takeOver = useCallback(() => {
    setState('open');
    return field.current?.value;
  }, []);
  useSearchKeys({ isOpen, open, close, button });
  useModality(isOpen, opener, button);
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
          {useShortcut()}
        </kbd>
      </button>
      {isOpening &&
        createPortal(
          <Opening
            input={field}
            hasFailed={state === 'failed'}
            onRetry={loadToOpen}
            onClose={close}
          />,
          document.body,
        )}
      {isOpen && Dialog && <Dialog onClose={close} initialQuery={query} takeOver={takeOver} />}
    </>
  );
}
