import React, { useEffect, useRef, type ReactNode } from 'react';
import Link from '@docusaurus/Link';
import {
  useAlgoliaThemeConfig,
  useSearchResultUrlProcessor,
} from '@docusaurus/theme-search-algolia/client';
import useIsBrowser from '@docusaurus/useIsBrowser';
import type { SearchHit, Results } from './useResults';
import { popularPages } from '../popular-pages';
import { readSearches } from '../stored-searches';
import { Failure, Marked, NoResults } from './screens';
import styles from './styles.module.css';

/** Text of the levels of the hit, outermost first, with marks. A page with the name of its section is one level. */
function levels({ hierarchy, _highlightResult }: SearchHit): string[] {
  return Object.keys(hierarchy)
    .sort()
    .filter((level, index, all) => hierarchy[level] !== hierarchy[all[index - 1] ?? ''])
    .map((level) => _highlightResult?.hierarchy?.[level]?.value ?? hierarchy[level])
    .filter((text) => text !== null && text !== undefined);
}

interface ResultProps {
  readonly hit: SearchHit;
  /** Position among all hits, counted from 0. */
  readonly index: number;
}

/** A result: its breadcrumbs, its title as a link, and the matching text. */
function Result({ hit, index }: ResultProps): ReactNode {
  const processUrl = useSearchResultUrlProcessor();
  const texts = levels(hit);
  const snippet = hit._snippetResult?.content?.value;
  return (
    <li className={styles.result} data-hit={index}>
      <h3 className={styles.title}>
        <Link to={processUrl(hit.url)}>
          <Marked html={texts.at(-1) ?? hit.url} />
        </Link>
      </h3>
      <p className={styles.place}>
        <Marked html={texts.slice(0, -1).join(' › ')} />
      </p>
      {snippet !== undefined && (
        <p className={styles.snippet}>
          <Marked html={snippet} />
        </p>
      )}
    </li>
  );
}

type Kind = 'Guides' | 'Operations' | 'Errors';

/** Kind of a hit, from the anchor of a code (`codeAnchor`) or the folder of the operations. */
function kindOf({ url }: SearchHit): Kind {
  if (url.includes('#code-')) return 'Errors';
  return /\/(platform-api|device\/api)\/[^/#]/.test(url) ? 'Operations' : 'Guides';
}

/** Hits by kind; the kind of the best hit comes first. */
function groupsOf(hits: readonly SearchHit[]) {
  return [...new Set(hits.map(kindOf))].map((kind) => ({
    kind,
    members: hits.filter((hit) => kindOf(hit) === kind),
  }));
}

interface Props {
  readonly query: string;
  readonly results: Results;
}

/** Queries of each kind, as links: what an empty page can find. */
const examples = ['heartbeat', 'submitData', 'node::nodenotfound'];

function Examples(): ReactNode {
  return (
    <p className={styles.examples}>
      Find a page, an operation, a field or an error code:{' '}
      {examples.map((query) => (
        <Link key={query} to={`/search/?q=${encodeURIComponent(query)}`}>
          {query}
        </Link>
      ))}
    </p>
  );
}

interface LinksProps {
  readonly title: string;
  readonly links: readonly { readonly path: string; readonly title: string }[];
}

function Links({ title, links }: LinksProps): ReactNode {
  if (links.length === 0) return null;
  return (
    <section aria-label={title}>
      <h2 className={styles.kind}>{title}</h2>
      <ul className={styles.links}>
        {links.map((link) => (
          <li key={link.path}>
            <Link to={link.path}>
              <Marked html={link.title} />
            </Link>
          </li>
        ))}
      </ul>
    </section>
  );
}

/** Shown without a query: what to search for, what the reader has found before, and popular pages. */
function Suggestions(): ReactNode {
  const { algolia } = useAlgoliaThemeConfig();
  const { recent, favorites } = readSearches(algolia.indexName);
  const found = [...recent, ...favorites].map(({ url, hierarchy, type }) => ({
    path: url,
    title: hierarchy[type] ?? hierarchy.lvl1 ?? url,
  }));
  return (
    <>
      <Examples />
      <Links title="Recent searches" links={found} />
      <Links title="Popular pages" links={popularPages} />
    </>
  );
}

function countOf({ status, nbHits }: Results): string {
  if (status !== 'found') return '';
  return nbHits === 1 ? '1 result' : `${nbHits} results`;
}

interface MoreProps {
  readonly isWaiting: boolean;
  readonly onMore: () => void;
}

/** Not `disabled` while loading, which would remove the focus. */
function MoreButton({ isWaiting, onMore }: MoreProps): ReactNode {
  return (
    <button
      type="button"
      className="control"
      aria-disabled={isWaiting}
      onClick={() => {
        if (!isWaiting) onMore();
      }}
    >
      {isWaiting ? 'Loading…' : 'More results'}
    </button>
  );
}

/** Moves the focus to the first new result after "More results": the button may no longer exist. */
function useFocusOnNew({ hits, showMore }: Results) {
  const lists = useRef<HTMLDivElement>(null);
  const shown = useRef<number>(undefined);
  useEffect(() => {
    if (shown.current === undefined || hits.length <= shown.current) return;
    lists.current?.querySelector<HTMLElement>(`[data-hit="${shown.current}"] a`)?.focus();
    shown.current = undefined;
  }, [hits.length]);
  const onMore = () => {
    shown.current = hits.length;
    showMore();
  };
  return { lists, onMore };
}

/** The results of a search, or why there are none. */
export default function SearchResults({ query, results }: Props): ReactNode {
  const { status, hits, hasMore } = results;
  const { lists, onMore } = useFocusOnNew(results);
  // The page is built without a query: it may get one at hydration.
  const isBrowser = useIsBrowser();
  return (
    <>
      <p className={styles.count} role="status">
        {countOf(results)}
      </p>
      {isBrowser && status === 'idle' && <Suggestions />}
      {status === 'found' && hits.length === 0 && <NoResults query={query} />}
      {hits.length > 0 && (
        <div ref={lists} className={styles.list}>
          {groupsOf(hits).map(({ kind, members }) => (
            <section key={kind} aria-label={kind}>
              <h2 className={styles.kind}>{kind}</h2>
              <ol>
                {members.map((hit) => (
                  <Result key={hit.objectID} hit={hit} index={hits.indexOf(hit)} />
                ))}
              </ol>
            </section>
          ))}
        </div>
      )}
      {status === 'failed' && <Failure />}
      {hasMore && <MoreButton isWaiting={status === 'searching'} onMore={onMore} />}
    </>
  );
}
