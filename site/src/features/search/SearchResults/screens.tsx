import React, { memo, type ReactNode } from 'react';
import useDocusaurusContext from '@docusaurus/useDocusaurusContext';
import styles from './styles.module.css';

interface MarkedProps {
  readonly html: string;
  readonly className?: string;
}

/**
 * Text with marks; all other markup has been escaped (`safe-hits.ts`). It renders again only when the text changes: React
 * would replace its elements.
 */
export const Marked = memo(function Marked({ html, className }: MarkedProps): ReactNode {
  return <span className={className} dangerouslySetInnerHTML={{ __html: html }} />;
});

/** Shown when neither a host nor the browser can search. */
export function Failure(): ReactNode {
  return (
    <div className={styles.screen} role="alert">
      <p className={styles.screenTitle}>Unable to fetch results</p>
      <p>You might want to check your network connection.</p>
    </div>
  );
}

interface NoResultsProps {
  readonly query: string;
  /** Other queries, if there are any to suggest. */
  readonly children?: ReactNode;
}

/** Shown when nothing matches a query. */
export function NoResults({ query, children }: NoResultsProps): ReactNode {
  const { siteConfig } = useDocusaurusContext();
  return (
    <div className={styles.screen}>
      <p className={styles.screenTitle}>No results for &quot;{query}&quot;</p>
      {children}
      <p>
        Believe this query should return results?{' '}
        <a href={String(siteConfig.customFields?.missingResultsUrl)} target="_blank" rel="noopener">
          Let us know.
        </a>
      </p>
    </div>
  );
}
