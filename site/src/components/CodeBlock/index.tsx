import React, { memo, useEffect, useRef, useState, type ReactNode } from 'react';
import type copyTextToClipboard from 'copy-text-to-clipboard';
import styles from './styles.module.css';

const shownFor = 1500;

/** Copies text without the clipboard; present after {@link useCopy} where a page needs it. */
let copyBySelection: typeof copyTextToClipboard | undefined;

/**
 * Copies a text.
 * @param inside element in which the text may get the focus for the copy; without one, outside of the page's content
 * @throws where the browser allows no copy
 */
type Copy = (text: string, inside?: HTMLElement) => Promise<void>;

/** Returns a function that copies text, also over plain HTTP, where browsers have no clipboard (W3C Secure Contexts). */
export function useCopy(): Copy {
  useEffect(() => {
    if (navigator.clipboard as Clipboard | undefined) return;
    import('copy-text-to-clipboard').then(
      (library) => (copyBySelection = library.default),
      () => undefined,
    );
  }, []);
  return async (text, inside) => {
    const clipboard = navigator.clipboard as Clipboard | undefined;
    if (clipboard) await clipboard.writeText(text);
    else if (!copyBySelection?.(text, { target: inside })) throw new Error('no clipboard');
  };
}

interface CopyButtonProps {
  /** Returns the text to copy; called when the button is pressed. */
  readonly source: () => string;
  /** What is copied, for screen readers. */
  readonly label: string;
  /** Selects the text on the page where the browser allows no copy. */
  readonly select?: () => void;
}

/** Copies text and briefly shows whether that succeeded. */
export function CopyButton({ source, label, select }: CopyButtonProps): ReactNode {
  const [outcome, setOutcome] = useState<'copied' | 'failed'>();

  useEffect(() => {
    if (outcome === undefined) return undefined;
    const timer = setTimeout(() => setOutcome(undefined), shownFor);
    return () => clearTimeout(timer);
  }, [outcome]);

  const write = useCopy();
  const copy = () => {
    write(source()).then(
      () => setOutcome('copied'),
      () => {
        select?.();
        setOutcome('failed');
      },
    );
  };

  const texts = { copied: 'Copied', failed: select ? 'Press Ctrl+C or ⌘+C' : 'Could not copy' };
  return (
    <button
      type="button"
      className={`control control--small control--quiet ${styles.copy}`}
      onClick={copy}
      aria-label={`Copy ${label}`}
    >
      <span aria-live="polite">{outcome ? texts[outcome] : 'Copy'}</span>
    </button>
  );
}

export interface Props {
  /** Language of the fence. */
  readonly language: string;
  /** Highlighted source: escaped text with `hljs-*` spans. */
  readonly html: string;
  readonly title?: string;
  /** Number of lines of a long program, which is closed at first. */
  readonly lines?: number;
}

/**
 * Opens and closes the program after it, by styles alone. The closed lines stay in the page: the browser's search finds and
 * shows them.
 */
function ShowAll({ lines }: { readonly lines: number }): ReactNode {
  return (
    <details className={styles.more}>
      <summary>
        <span className={styles.closed}>Show all {lines} lines</span>
        <span className={styles.open}>Show fewer lines</span>
      </summary>
    </details>
  );
}

/**
 * A code block with its title, language and copy button. It renders again only when they change: React would replace the
 * elements of the code, and with them the reader's selection.
 */
export default memo(function CodeBlock({ language, html, title, lines }: Props): ReactNode {
  const code = useRef<HTMLElement>(null);
  const label = title ?? `${language} code`;
  return (
    <div className={styles.block}>
      <div className={styles.bar}>
        <span className={styles.title}>{title ?? language}</span>
        <CopyButton
          source={() => code.current?.textContent ?? ''}
          label={label}
          select={() => code.current && window.getSelection()?.selectAllChildren(code.current)}
        />
      </div>
      {lines !== undefined && <ShowAll lines={lines} />}
      {/* A horizontally scrollable block must be keyboard accessible (WCAG 2.1.1). */}
      <pre className={styles.pre} tabIndex={0} role="group" aria-label={label}>
        <code
          translate="no"
          ref={code}
          className="hljs"
          dangerouslySetInnerHTML={{ __html: html }}
        />
      </pre>
    </div>
  );
});
