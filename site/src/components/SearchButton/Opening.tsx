import React, { type ReactNode, type RefObject } from 'react';
import { longestQuery } from '@site/src/search/limits';
import styles from './styles.module.css';

interface Props {
  /** Holds what the reader types until the dialog takes it over. */
  readonly input: RefObject<HTMLInputElement | null>;
  readonly hasFailed: boolean;
  readonly onRetry: () => void;
  readonly onClose: () => void;
}

/** What stands in the dialog's place while it loads: a field that takes the first keystrokes, and why it takes so long. */
export default function Opening(props: Props): ReactNode {
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
