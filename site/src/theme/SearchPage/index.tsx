import React, { useLayoutEffect, useRef, useState, type ReactNode } from 'react';
import { useHistory, useLocation } from '@docusaurus/router';
import { PageMetadata, useSearchQueryString } from '@docusaurus/theme-common';
import useIsBrowser from '@docusaurus/useIsBrowser';
import Heading from '@theme/Heading';
import Layout from '@theme/Layout';
import Breadcrumbs from '@site/src/components/Breadcrumbs';
import { SearchResults, useResults } from '@site/src/features/search';
import { longestQuery, searchPageTitle, withinLimit } from '@site/src/contracts/search-limits';
import styles from './styles.module.css';

/** The query of the address. While the next page loads, this one stays, with the query that it had. */
function useQuery(): ReturnType<typeof useSearchQueryString> {
  const [query, setQuery] = useSearchQueryString();
  const [last, setLast] = useState(query);
  const shown = useLocation();
  const { location } = useHistory();
  if (location.pathname !== shown.pathname) return [last, setQuery];
  if (last !== query) setLast(query);
  return [query, setQuery];
}

/**
 * Breadcrumbs, title, input and results. Rendered inside the layout, which provides the version that filters the results.
 */
function Search(): ReactNode {
  const [rawQuery, setQuery] = useQuery();
  // The page is built without a query, so the first render in the browser must have none.
  const query = useIsBrowser() ? withinLimit(rawQuery) : '';
  const results = useResults(query);
  const input = useRef<HTMLInputElement>(null);
  useLayoutEffect(() => {
    const { value, defaultValue } = input.current ?? {};
    // Text that was typed before hydration.
    if (value !== undefined && value !== defaultValue) setQuery(value);
  }, [setQuery]);
  const title = query.trim() === '' ? searchPageTitle : `Search results for "${query}"`;
  return (
    <>
      <PageMetadata
        title={title}
        description="Find a page, an operation, a field or an error code of the Anedya documentation."
      />
      <div className="container margin-top--sm standalone">
        <Breadcrumbs above={[]} title="Search" />
      </div>
      <main className={`container margin-bottom--lg standalone ${styles.page}`}>
        <Heading as="h1" className={styles.title}>
          {title}
        </Heading>
        <noscript>
          <p>
            Search needs JavaScript. All pages are listed in the sidebars of the{' '}
            <a href="../">guides</a>, the <a href="../platform-api/">Platform API</a> and the{' '}
            <a href="../device/">Device API</a>.
          </p>
        </noscript>
        <form role="search" onSubmit={(event) => event.preventDefault()}>
          <input
            ref={input}
            type="search"
            name="q"
            className={styles.input}
            placeholder="Search docs"
            aria-label="Search docs"
            maxLength={longestQuery}
            autoComplete="off"
            value={query}
            onChange={(event) => setQuery(event.target.value)}
          />
        </form>
        <SearchResults query={query} results={results} />
      </main>
    </>
  );
}

/**
 * Replaces the theme's search page, which has no error state, no main landmark without hits and a nested one with hits, 15
 * hits per page instead of the specified 20, and loads more only on scrolling. Uses the public hooks of the theme.
 */
export default function SearchPage(): ReactNode {
  return (
    <Layout>
      <Search />
    </Layout>
  );
}
