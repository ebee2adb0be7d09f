import React, { useEffect, useState, type ReactNode } from 'react';
import type { LoadingComponentProps } from 'react-loadable';
import Loading from '@theme-original/Loading';
import styles from './styles.module.css';

/** Delay of the spinner after Retry, in milliseconds. */
const spinnerDelay = 200;

/** HTML of the first page while nothing has been rendered in its place: the reader may be reading it. */
function htmlOfPage(): { readonly __html: string } | undefined {
  const { documentElement } = document;
  if (documentElement.dataset.hasHydrated === 'true') return undefined;
  const article = document.querySelector('article');
  return article ? { __html: article.innerHTML } : undefined;
}

/** Whether a retry has taken longer than the delay: the framework measures only the first attempt. */
function useSlowRetry(isRetrying: boolean): boolean {
  const [isSlow, setIsSlow] = useState(false);
  useEffect(() => {
    if (!isRetrying) return undefined;
    const timer = setTimeout(() => setIsSlow(true), spinnerDelay);
    return () => {
      clearTimeout(timer);
      setIsSlow(false);
    };
  }, [isRetrying]);
  return isSlow;
}

/**
 * Wraps the framework's loading state. Announces its error box, and keeps the text of a page that was visible before its
 * scripts failed to load.
 */
export default function LoadingWrapper(props: LoadingComponentProps): ReactNode {
  const hasFailed = Boolean(props.error);
  // The same object at each rendering: React assigns the HTML of another one again, which clears the reader's selection.
  const [html] = useState(() => (hasFailed ? htmlOfPage() : undefined));
  const [failedBefore, setFailedBefore] = useState(hasFailed);
  if (hasFailed && !failedBefore) setFailedBefore(true);
  const isSlow = useSlowRetry(failedBefore && !hasFailed);
  if (!failedBefore) return <Loading {...props} />;
  return (
    <>
      {hasFailed ? (
        <div role="alert" className={styles.box}>
          <Loading {...props} />
        </div>
      ) : (
        <div className={styles.spinner}>
          <Loading {...props} pastDelay={isSlow} />
        </div>
      )}
      {html && <article className={styles.text} dangerouslySetInnerHTML={html} />}
    </>
  );
}
