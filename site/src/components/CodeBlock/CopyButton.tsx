import React, { useEffect, useState, type ReactNode } from 'react';
import styles from './styles.module.css';

const shownFor = 1500;

interface Props {
  /** Returns the text to copy; called when the button is pressed. */
  readonly source: () => string;
  /** What is copied, for screen readers. */
  readonly label: string;
}

/** Copies text and briefly shows whether that succeeded. */
export default function CopyButton({ source, label }: Props): ReactNode {
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
