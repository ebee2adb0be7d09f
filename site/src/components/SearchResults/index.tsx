import React, { type ReactNode } from 'react';
import useDocusaurusContext from '@docusaurus/useDocusaurusContext';
import type { Results } from './useResults';
import Result from './Result';
import styles from './styles.module.css';

interface Props {
  readonly query: string;
  readonly results: Results;
}

/** Screens of the error catalogue (specification, section 8). */
function Failure(): ReactNode {
  return (
    <div className={styles.screen} role="alert">
      <p className={styles.screenTitle}>Unable to fetch results</p>
      <p>You might want to check your network connection.</p>
    </div>
  );
}

function NoResults({ query }: { readonly query: string }): ReactNode {
  const { siteConfig } = useDocusaurusContext();
  return (
    <div className={styles.screen}>
      <p className={styles.screenTitle}>No results for &quot;{query}&quot;</p>
      <p>
        Believe this query should return results?{' '}
        <a href={String(siteConfig.customFields?.missingResultsUrl)} target="_blank" rel="noopener">
          Let us know.
        </a>
      </p>
    </div>
  );
}

function countOf({ status, nbHits }: Results): string {
  if (status !== 'found') return '';
  return nbHits === 1 ? '1 result' : `${nbHits} results`;
}

/** What a search found, or why it found nothing. */
export default function SearchResults({ query, results }: Props): ReactNode {
  const { status, hits, hasMore, showMore } = results;
  return (
    <>
      <p className={styles.count} role="status">
        {countOf(results)}
      </p>
      {status === 'failed' && <Failure />}
      {status === 'found' && hits.length === 0 && <NoResults query={query} />}
      {hits.length > 0 && (
        <ol className={styles.list}>
          {hits.map((hit) => (
            <Result key={hit.objectID} hit={hit} />
          ))}
        </ol>
      )}
      {hasMore && (
        <button
          type="button"
          className="button button--secondary"
          disabled={status === 'searching'}
          onClick={showMore}
        >
          More results
        </button>
      )}
    </>
  );
}
