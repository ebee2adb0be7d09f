import React, {
  useCallback,
  useEffect,
  useLayoutEffect,
  useRef,
  useState,
  type ComponentType,
  type ReactNode,
  type RefObject,
} from 'react';
import Translate from '@docusaurus/Translate';
import { useHistoryPopHandler } from '@docusaurus/theme-common/internal';
import useBaseUrl from '@docusaurus/useBaseUrl';
import useIsBrowser from '@docusaurus/useIsBrowser';
import { createPortal } from 'react-dom';
import type { Props as DialogProps } from '../SearchDialog';
import { longestQuery, withinLimit } from '@site/src/contracts/search-limits';
import styles from './styles.module.css';

interface LoadingDialogProps {
  /** Stores what the reader types until the dialog has loaded. */
  readonly input: RefObject<HTMLInputElement | null>;
  /** The key that opened the dialog. */
  readonly firstKey: string;
  readonly hasFailed: boolean;
  readonly onRetry: () => void;
  readonly onClose: () => void;
}

/** Takes the text from the field that `early-input` opens before hydration. At this point, the new field has the focus. */
function adoptEarlyText(input: HTMLInputElement): void {
  const early = document.querySelector('#early-search');
  const field = early?.querySelector('input');
  if (!early || !field) return;
  input.value = field.value;
  input.setSelectionRange(field.selectionStart, field.selectionEnd);
  early.remove();
}

/** Shown while the dialog loads: a field for the first keystrokes, and a message when loading takes long. */
function LoadingDialog(props: LoadingDialogProps): ReactNode {
  const { input, firstKey, hasFailed, onRetry, onClose } = props;
  useLayoutEffect(() => {
    if (!input.current) return;
    input.current.setSelectionRange(firstKey.length, firstKey.length);
    adoptEarlyText(input.current);
  }, [input, firstKey]);
  return (
    <div
      className="early-search"
      role="dialog"
      aria-modal="true"
      aria-label="Search docs"
      onMouseDown={(event) => event.target === event.currentTarget && onClose()}
    >
      <div className="early-search__box">
        <input
          ref={input}
          className="early-search__input"
          defaultValue={firstKey}
          placeholder="Search docs"
          aria-label="Search docs"
          maxLength={longestQuery}
          autoComplete="off"
          autoFocus
        />
        {hasFailed ? (
          <p role="alert">
            Search could not be loaded. Check your network connection.{' '}
            <button
              type="button"
              className="button button--secondary button--sm"
              onClick={() => {
                // The button is removed.
                input.current?.focus();
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
    </div>
  );
}

/** Loads the dialog with its client and styles; later calls return the same promise. */
const loadDialog = async () => {
  const [dialog] = await Promise.all([import('../SearchDialog'), import('@docsearch/react/style')]);
  return dialog.default;
};

/** The shortcut for the reader's keyboard, which is unknown at build time. */
function useShortcut(): string {
  return useIsBrowser() && /Mac|iPhone|iPad/.test(navigator.userAgent) ? '⌘K' : 'Ctrl K';
}

/**
 * Makes the page behind an open dialog inert, and restores the focus afterward.
 * @param opener element that had the focus before
 * @param button gets the focus when that element has been removed
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
      const isAttached = before instanceof HTMLElement && page.contains(before);
      (isAttached ? before : fallback)?.focus({ preventScroll: true });
    };
  }, [isOpen, opener, button]);
}

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
function useSearchKeys({ isOpen, open, close, button }: Options): void {
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

/**
 * The search button of the navbar. It opens the dialog on click, with Ctrl or Cmd plus K, with the slash key, or when the
 * reader types while it has the focus. Hover, focus and touch preload the dialog (specification, sections 2 and 4).
 */
export default function SearchButton(): ReactNode {
  const button = useRef<HTMLButtonElement>(null);
  const opener = useRef<Element>(null);
  const field = useRef<HTMLInputElement>(null);
  const [Dialog, setDialog] = useState<ComponentType<DialogProps>>();
  const [state, setState] = useState<'closed' | 'opening' | 'failed' | 'open'>('closed');
  const [query, setQuery] = useState('');
  const [firstKey, setFirstKey] = useState('');
  const searchPage = useBaseUrl('/search/');
  const isOpen = state !== 'closed';
  const isOpening = state === 'opening' || state === 'failed';

  const load = useCallback(async () => {
    const component = await loadDialog();
    const typed = field.current?.value ?? '';
    if (typed !== '') setQuery(typed);
    setDialog(() => component);
  }, []);
  const preload = useCallback(() => void load().catch(() => undefined), [load]);
  const loadAndOpen = useCallback(() => {
    setState('opening');
    load().catch(() => setState((now) => (now === 'opening' ? 'failed' : now)));
  }, [load]);
  const open = useCallback(
    (key?: string) => {
      opener.current = document.activeElement;
      setFirstKey(key ?? '');
      // Like DocSearch, uses the selected text of the page as the first query. The selection is lost when the field gets the
      // focus.
      setQuery(key ?? withinLimit(String(window.getSelection())));
      if (Dialog) setState('open');
      else loadAndOpen();
    },
    [Dialog, loadAndOpen],
  );
  const close = useCallback(() => setState('closed'), []);
  const takeTypedText = useCallback(() => {
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
        data-early="search"
        data-page={searchPage}
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
          <LoadingDialog
            input={field}
            firstKey={firstKey}
            hasFailed={state === 'failed'}
            onRetry={loadAndOpen}
            onClose={close}
          />,
          document.body,
        )}
      {isOpen && Dialog && <Dialog onClose={close} initialQuery={query} onReady={takeTypedText} />}
    </>
  );
}
