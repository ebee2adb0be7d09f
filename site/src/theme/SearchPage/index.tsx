import React, { useEffect, useState, type ReactNode } from 'react';
import { createPortal } from 'react-dom';
import SearchPage from '@theme-original/SearchPage';
import { useSearchFailed } from '@site/src/search/failure';

/** Wraps the theme's search page: adds the screen of the error catalogue (specification, section 8) below its form. */
export default function SearchPageWrapper(): ReactNode {
  const failed = useSearchFailed();
  const [place, setPlace] = useState<Element | null>(null);
  useEffect(() => setPlace(document.querySelector('main, #__docusaurus_skipToContent_fallback')), []);
  return (
    <>
      <SearchPage />
      {failed &&
        place &&
        createPortal(
          <div className="search-failure" role="alert">
            <p className="search-failure__title">Unable to fetch results</p>
            <p>You might want to check your network connection.</p>
          </div>,
          place,
        )}
    </>
  );
}
