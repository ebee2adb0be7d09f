import React, { useEffect, useState, type ReactNode } from 'react';
import type { LoadingComponentProps } from 'react-loadable';
import Loading from '@theme-original/Loading';
import styles from './styles.module.css';

/** Delay of the spinner after Retry, in milliseconds. */
const spinnerDelay = 200;

interface Html {
  readonly __html: string;
}

/** Whether the reader has retried: what had failed to load by then is loaded again without another click. */
let hasRetried = false;
/** The first page, if its scripts failed to load. */
let firstPage: { readonly pathname: string; readonly html: Html } | undefined;

/** HTML of the first page while nothing has been rendered in its place: the reader may be reading it. */
function htmlOfPage(): Html | undefined {
  const { pathname } = window.location;
  const article = document.querySelector('article');
  if (document.documentElement.dataset.hasHydrated !== 'true' && article)
    firstPage = { pathname, html: { __html: article.innerHTML } };
  return firstPage?.pathname === pathname ? firstPage.html : undefined;
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
 * scripts failed to load. A page is several nested modules, each with a loading state; one retry loads all of them.
 */
export default function LoadingWrapper({ retry, ...props }: LoadingComponentProps): ReactNode {
  const hasError = Boolean(props.error);
  // The error is from before the retry of the module around this one, until this one loads again.
  const [isStale, setIsStale] = useState(hasError && hasRetried);
  if (isStale && !hasError) setIsStale(false);
  const hasFailed = hasError && !isStale;
  // The same object at each rendering: React assigns the HTML of another one again, which clears the reader's selection.
  const [html] = useState(() => (hasError ? htmlOfPage() : undefined));
  const [failedBefore, setFailedBefore] = useState(hasError);
  if (hasFailed && !failedBefore) setFailedBefore(true);
  const isSlow = useSlowRetry(failedBefore && !hasFailed);
  useEffect(() => {
    if (isStale) retry();
  }, [isStale, retry]);
  const retryAll = () => {
    hasRetried = true;
    retry();
  };
  if (!failedBefore) return <Loading {...props} retry={retryAll} />;
  return (
    <>
      {hasFailed ? (
        <div role="alert" className={styles.box}>
          <Loading {...props} retry={retryAll} />
        </div>
      ) : (
        <div className={styles.spinner}>
          <Loading {...props} error={undefined} pastDelay={isSlow} retry={retryAll} />
        </div>
      )}
      {html && <article className={styles.text} dangerouslySetInnerHTML={html} />}
    </>
  );
}
