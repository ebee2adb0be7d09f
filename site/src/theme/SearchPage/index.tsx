import React, { type ReactNode } from 'react';
import { createPortal } from 'react-dom';
import { HtmlClassNameProvider, PageMetadata } from '@docusaurus/theme-common';
import useIsBrowser from '@docusaurus/useIsBrowser';
import Heading from '@theme/Heading';
import Layout from '@theme/Layout';
import SearchPage from '@theme-original/SearchPage';
import { useSearchFailed } from '@site/src/search/failure';
import { NeedsMain } from './needs-main';

/** What stands in the file: the query is known in the browser only. */
function BeforeQuery(): ReactNode {
  return (
    <Layout>
      <PageMetadata
        title="Search the documentation"
        description="Find a page, a call, a field or an error code of the Anedya documentation."
      />
      <div className="container margin-vert--lg">
        <Heading as="h1">Search the documentation</Heading>
        <noscript>
          <p>Search needs JavaScript. The sidebar of every page lists all others.</p>
        </noscript>
      </div>
    </Layout>
  );
}

/** The screen of the error catalogue (specification, section 8), which the theme's page has no place for. */
function SearchFailure(): ReactNode {
  const place = document.querySelector('.main-wrapper .container');
  if (!place) return null;
  return createPortal(
    <div className="search-failure" role="alert">
      <p className="search-failure__title">Unable to fetch results</p>
      <p>You might want to check your network connection.</p>
    </div>,
    place,
  );
}

/**
 * Wraps the theme's search page. The theme reads the query while it takes over the page, which then differs from the
 * file; and it has nothing to show when a search fails.
 */
export default function SearchPageWrapper(): ReactNode {
  const isBrowser = useIsBrowser();
  const failed = useSearchFailed();
  return (
    <NeedsMain.Provider value={true}>
      {isBrowser ? <SearchForm failed={failed} /> : <BeforeQuery />}
    </NeedsMain.Provider>
  );
}

function SearchForm({ failed }: { readonly failed: boolean }): ReactNode {
  return (
    <HtmlClassNameProvider className={failed ? 'search-has-failed' : ''}>
      <SearchPage />
      {failed && <SearchFailure />}
    </HtmlClassNameProvider>
  );
}
