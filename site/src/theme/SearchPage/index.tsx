import React, { type ReactNode } from 'react';
import { PageMetadata, useSearchQueryString } from '@docusaurus/theme-common';
import useIsBrowser from '@docusaurus/useIsBrowser';
import Heading from '@theme/Heading';
import Layout from '@theme/Layout';
import Breadcrumbs from '@site/src/components/Breadcrumbs';
import SearchResults from '@site/src/components/SearchResults';
import useResults from '@site/src/components/SearchResults/useResults';
import { longestQuery, searchPageTitle, withinLimit } from '@site/src/search/constants';
import styles from './styles.module.css';

/** Breadcrumbs, title, box and results; inside the layout, which provides the version that the results are filtered by. */
function Search(): ReactNode {
  const [rawQuery, setQuery] = useSearchQueryString();
  // The page is built without a query: the first render in the browser must be the same.
  const query = useIsBrowser() ? withinLimit(rawQuery) : '';
  const results = useResults(query);
  const title = query === '' ? searchPageTitle : `Search results for "${query}"`;
  return (
    <>
      <PageMetadata
        title={title}
        description="Find a page, a call, a field or an error code of the Anedya documentation."
      />
      <div className="container margin-top--lg">
        <Breadcrumbs above={[]} title="Search" />
      </div>
      <main className="container margin-bottom--lg">
        <Heading as="h1" className={styles.title}>
          {title}
        </Heading>
        <noscript>
          <p>
            Search needs JavaScript. All pages are listed in the sidebars of the{' '}
            <a href="../">guides</a>, the <a href="../platform-api/">platform API</a> and the{' '}
            <a href="../device/">device API</a>.
          </p>
        </noscript>
        <form role="search" onSubmit={(event) => event.preventDefault()}>
          <input
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
 * Our own search page instead of the theme's: that one has no screen for a failed search, no main landmark until it has hits and then one inside the text, 15
 * hits a page where the specification asks for 20, and loads on only by scrolling. It uses the theme's public hooks.
 */
export default function SearchPage(): ReactNode {
  return (
    <Layout>
      <Search />
    </Layout>
  );
}
