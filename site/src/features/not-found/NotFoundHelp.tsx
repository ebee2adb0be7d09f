import React, { useEffect, useState, type ReactNode } from 'react';
import Link from '@docusaurus/Link';
import { useAlgoliaThemeConfig } from '@docusaurus/theme-search-algolia/client';
import useBaseUrl from '@docusaurus/useBaseUrl';
import { createSearchClient } from '@site/src/features/search';
import { longestQuery } from '@site/src/contracts/search-limits';
import { nearest, queriesOf, type NearPage, type PageOfHit } from './nearest';
import styles from './styles.module.css';

interface Props {
  /** Path that was asked for. */
  readonly path: string;
}

/** The pages whose titles and texts are nearest to the words of a path, by the search engine. Nothing when it fails. */
function NearestPages({ path }: Props): ReactNode {
  const { algolia } = useAlgoliaThemeConfig();
  const { appId, apiKey, indexName } = algolia;
  const [pages, setPages] = useState<readonly NearPage[]>([]);

  useEffect(() => {
    const queries = queriesOf(path);
    if (queries.length === 0) return undefined;
    let isCurrent = true;
    createSearchClient(appId, apiKey)
      .search({
        requests: queries.map((query) => ({
          indexName,
          query,
          hitsPerPage: 5,
          attributesToRetrieve: ['hierarchy', 'url'],
          attributesToHighlight: [],
          attributesToSnippet: [],
        })),
      })
      .then(
        ({ results }) => {
          const hits = results.flatMap((result) =>
            'hits' in result ? (result.hits as readonly PageOfHit[]) : [],
          );
          if (isCurrent) setPages(nearest(hits));
        },
        // The search box and the links of the page remain.
        () => undefined,
      );
    return () => {
      isCurrent = false;
    };
  }, [apiKey, appId, indexName, path]);

  if (pages.length === 0) return null;
  return (
    <nav aria-labelledby="nearest-pages">
      <h2 id="nearest-pages">Nearest pages</h2>
      <ul>
        {pages.map((page) => (
          <li key={page.path}>
            {/* Titles of hits are safe as HTML (`safe-hits.ts`). */}
            <Link to={page.path} dangerouslySetInnerHTML={{ __html: page.title }} />
          </li>
        ))}
      </ul>
    </nav>
  );
}

/** The parts of the not-found page that need scripts: the nearest pages and the search box. */
export default function NotFoundHelp({ path }: Props): ReactNode {
  const results = useBaseUrl('/search/');
  return (
    <>
      <p className={styles.path}>
        There is no page at <code translate="no">{path}</code>.
      </p>
      <NearestPages path={path} />
      <form role="search" className={styles.search} action={results}>
        <input
          type="search"
          name="q"
          className={styles.input}
          aria-label="Search docs"
          placeholder="Search docs"
          maxLength={longestQuery}
        />
        <button type="submit" className="control control--main">
          Search
        </button>
      </form>
    </>
  );
}
