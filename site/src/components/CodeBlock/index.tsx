import React, { useEffect, useRef, useState, type ReactNode } from 'react';
import styles from './styles.module.css';

const shownFor = 1500;

interface CopyButtonProps {
  /** Returns the text to copy; called when the button is pressed. */
  readonly source: () => string;
  /** What is copied, for screen readers. */
  readonly label: string;
}

/** Copies text and briefly shows whether that succeeded. */
export function CopyButton({ source, label }: CopyButtonProps): ReactNode {
  const [outcome, setOutcome] = useState<'copied' | 'failed'>();

  useEffect(() => {
    if (outcome === undefined) return undefined;
    const timer = setTimeout(() => setOutcome(undefined), shownFor);
    return () => clearTimeout(timer);
  }, [outcome]);

  const copy = () => {
    // The clipboard is available only in secure contexts.
    const clipboard = navigator.clipboard as Clipboard | undefined;
    const written = clipboard?.writeText(source()) ?? Promise.reject(new Error('no clipboard'));
    written.then(
      () => setOutcome('copied'),
      () => setOutcome('failed'),
    );
  };

  const texts = { copied: 'Copied', failed: 'Select and copy by hand' };
  return (
    <button type="button" className={styles.copy} onClick={copy} aria-label={`Copy ${label}`}>
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

/** A code block with its title, language and copy button. */
export default function CodeBlock({ language, html, title, lines }: Props): ReactNode {
  const code = useRef<HTMLElement>(null);
  const label = title ?? `${language} code`;
  return (
    <div className={styles.block}>
      <div className={styles.bar}>
        <span className={styles.title}>{title ?? language}</span>
        <CopyButton source={() => code.current?.textContent ?? ''} label={label} />
      </div>
      {lines !== undefined && <ShowAll lines={lines} />}
      {/* A horizontally scrollable block must be keyboard accessible (WCAG 2.1.1). */}
      <pre className={styles.pre} tabIndex={0} role="group" aria-label={label}>
        <code ref={code} className="hljs" dangerouslySetInnerHTML={{ __html: html }} />
      </pre>
    </div>
  );
}
