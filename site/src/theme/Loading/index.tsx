import React, { useState, type ReactNode } from 'react';
import type { LoadingComponentProps } from 'react-loadable';
import Loading from '@theme-original/Loading';
import styles from './styles.module.css';

/** HTML of the first page while nothing has been rendered in its place: the reader may be reading it. */
function textOfPage(): string | undefined {
  const { documentElement } = document;
  if (documentElement.dataset.hasHydrated === 'true') return undefined;
  return document.querySelector('article')?.innerHTML;
}

/**
 * Wraps the framework's loading state. Announces its error box, and keeps the text of a page that was visible before its
 * scripts failed to load.
 */
export default function LoadingWrapper(props: LoadingComponentProps): ReactNode {
  const hasFailed = Boolean(props.error);
  const [text] = useState(() => (hasFailed ? textOfPage() : undefined));
  if (!hasFailed && text === undefined) return <Loading {...props} />;
  return (
    <>
      {hasFailed ? (
        <div role="alert" className={styles.box}>
          <Loading {...props} />
        </div>
      ) : (
        <p role="status">Loading…</p>
      )}
      {text !== undefined && (
        <article className={styles.text} dangerouslySetInnerHTML={{ __html: text }} />
      )}
    </>
  );
}
