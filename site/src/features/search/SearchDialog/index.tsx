import React, {
  useEffect,
  useMemo,
  useRef,
  useState,
  type MouseEvent,
  type ReactNode,
} from 'react';
import Link from '@docusaurus/Link';
import { useSearchLinkCreator } from '@docusaurus/theme-common';
import {
  useAlgoliaThemeConfig,
  useSearchResultUrlProcessor,
} from '@docusaurus/theme-search-algolia/client';
import useBaseUrl, { useBaseUrlUtils } from '@docusaurus/useBaseUrl';
import { backend, preloadSearchIndex } from '../client';
import { popularPages } from '../popular-pages';
import { dialogRequest } from '../requests';
import { unescapeText } from '../safe-hits';
import SearchField from '../SearchField';
import { Failure, NoResults } from '../SearchResults/screens';
import useResults, { type Results, type SearchHit } from '../SearchResults/useResults';
import { useStoredSearches, withRecent, type Change, type StoredSearch } from '../stored-searches';
import { groupHits, type HitGroup } from './hit-groups';
import Hits from './Hits';
import Icon from './icons';
import Stored from './Stored';
import { useSelection } from './useSelection';
import styles from './styles.module.css';

/** Time after which a search is stalled, in milliseconds. */
const stallThreshold = 300;

/** True when the search for a query has been loading for a while. */
function useStalled(query: string, isLoading: boolean): boolean {
  const [isStalled, setIsStalled] = useState(false);
  useEffect(() => {
    if (!isLoading) return undefined;
    const timer = setTimeout(() => setIsStalled(true), stallThreshold);
    return () => {
      clearTimeout(timer);
      setIsStalled(false);
    };
  }, [query, isLoading]);
  return isStalled;
}

const mostSuggestions = 3;

/** Suggests the sections that earlier searches in this dialog have found. */
function useSuggestions(groups: readonly HitGroup[]): string[] {
  const [suggestions, setSuggestions] = useState<string[]>([]);
  if (groups.length > suggestions.length) {
    setSuggestions(groups.map(({ name }) => unescapeText(name)));
  }
  return suggestions.slice(0, mostSuggestions);
}

/** The part of a hit that is stored, if it has a type. */
function storable({
  objectID,
  type,
  url,
  hierarchy,
  content,
}: SearchHit): StoredSearch | undefined {
  return type === undefined ? undefined : { objectID, type, url, hierarchy, content };
}

/** The popular pages that are not among the stored searches, as searches that found them. */
function suggestedPages(
  stored: readonly StoredSearch[],
  withBaseUrl: (path: string) => string,
): StoredSearch[] {
  return popularPages
    .map(({ path, title }) => ({
      objectID: path,
      url: withBaseUrl(path),
      type: 'lvl1',
      hierarchy: { lvl1: title },
    }))
    .filter(({ url }) => !stored.some((search) => search.url === url));
}

function countOf(nbHits: number): string {
  return nbHits === 1 ? '1 result' : `${nbHits} results`;
}

/** What screen readers are told about the end of a search. A failure is an alert. */
function announcementOf({ status, hits, nbHits, lastQuery }: Results, isStalled: boolean): string {
  if (isStalled) return 'Searching…';
  if (status !== 'found') return '';
  return hits.length === 0 ? `0 results for "${lastQuery}"` : countOf(nbHits);
}

interface SuggestionsProps {
  readonly queries: readonly string[];
  readonly onChoose: (query: string) => void;
}

function Suggestions({ queries, onChoose }: SuggestionsProps): ReactNode {
  if (queries.length === 0) return null;
  return (
    <div className={styles.suggestions}>
      <p>Try searching for</p>
      <ul>
        {queries.map((query) => (
          <li key={query}>
            <button type="button" className="control" onClick={() => onChoose(query)}>
              {query}
            </button>
          </li>
        ))}
      </ul>
    </div>
  );
}

function Footer(): ReactNode {
  const logo = useBaseUrl('/img/algolia.svg');
  return (
    <footer className={styles.footer}>
      {backend === 'hosted' && (
        // Required by the provider's terms.
        <a
          className={styles.provider}
          href="https://www.algolia.com/developers/"
          target="_blank"
          rel="noopener"
        >
          Search by{' '}
          <svg width="77" height="18" role="img" aria-label="Algolia">
            <use href={`${logo}#logo`} />
          </svg>
        </a>
      )}
      <ul className={styles.hints}>
        <li>
          <kbd>↵</kbd> to select
        </li>
        <li>
          <kbd>↑</kbd> <kbd>↓</kbd> to navigate
        </li>
        <li>
          <kbd>Esc</kbd> to close
        </li>
      </ul>
    </footer>
  );
}

export interface Props {
  readonly query: string;
  /** True if the query comes from the page, so that the reader replaces it by typing. */
  readonly isSelected: boolean;
  readonly onQuery: (query: string) => void;
  readonly onClose: () => void;
}

/** The content of the search dialog: the field, and suggestions, hits or the reason why there are none. */
export default function SearchDialog({ query, isSelected, onQuery, onClose }: Props): ReactNode {
  const { algolia } = useAlgoliaThemeConfig();
  const urlOf = useSearchResultUrlProcessor();
  const createSearchLink = useSearchLinkCreator();
  const form = useRef<HTMLFormElement>(null);
  const results = useResults(query, dialogRequest);
  const { status, lastQuery, hasFailed, hits, nbHits } = results;
  const groups = useMemo(() => groupHits(hits), [hits]);
  const suggestions = useSuggestions(groups);
  const [stored, changeStored] = useStoredSearches(algolia.indexName);
  const searches = [...stored.recent, ...stored.favorites];
  const popular = suggestedPages(searches, useBaseUrlUtils().withBaseUrl);
  const isStalled = useStalled(query, status === 'searching');
  const isIdle = status === 'idle';
  const count = isIdle
    ? searches.length + popular.length
    : groups.reduce((sum, { members }) => sum + members.length, 0);
  const selection = useSelection({
    count,
    content: isIdle || hits,
    query,
    isOutdated: status === 'searching',
  });

  useEffect(preloadSearchIndex, []);

  const focusField = () => form.current?.querySelector('input')?.focus();
  /** Handles a click on an item. One with a modifier opens another tab and leaves the dialog open. */
  const open = (event: MouseEvent, search?: StoredSearch) => {
    if (search) changeStored(withRecent, search);
    if (!(event.ctrlKey || event.metaKey || event.shiftKey || event.altKey)) onClose();
  };
  const change = (how: Change, search: StoredSearch) => {
    changeStored(how, search);
    // The button is removed.
    focusField();
  };

  return (
    <div className={styles.box}>
      <form
        ref={form}
        role="search"
        className={styles.form}
        onSubmit={(event) => event.preventDefault()}
      >
        <div className={styles.frame}>
          {isStalled ? (
            <Icon name="spinner" className={styles.spinner} />
          ) : (
            <Icon name="search" className={styles.frameIcon} />
          )}
          <SearchField
            {...selection.field}
            aria-haspopup={isIdle ? 'grid' : 'listbox'}
            className={styles.field}
            query={query}
            isSelected={isSelected}
            onQuery={onQuery}
          />
          {query !== '' && (
            <button
              type="button"
              className="control control--quiet control--icon"
              title="Clear the query"
              onClick={() => {
                onQuery('');
                focusField();
              }}
            >
              <Icon name="remove" />
            </button>
          )}
        </div>
        <button
          type="button"
          className={`control control--quiet ${styles.cancel}`}
          onClick={onClose}
        >
          Cancel
        </button>
      </form>
      <p role="status" className="spoken">
        {announcementOf(results, isStalled)}
      </p>
      <div className={styles.results} data-scrolls>
        {isIdle && searches.length === 0 && <p className={styles.empty}>No recent searches</p>}
        {isIdle && (
          <Stored
            stored={stored}
            popular={popular}
            selection={selection}
            onOpen={open}
            onOpenPopular={(event) => open(event)}
            onChange={change}
          />
        )}
        {hasFailed && <Failure />}
        {lastQuery !== '' && !hasFailed && hits.length === 0 && (
          <NoResults query={lastQuery}>
            <Suggestions
              queries={suggestions}
              onChoose={(suggestion) => {
                onQuery(suggestion);
                focusField();
              }}
            />
          </NoResults>
        )}
        {hits.length > 0 && (
          <>
            <Hits
              groups={groups}
              selection={selection}
              urlOf={({ url }) => urlOf(url)}
              onOpen={(event, hit, page) => {
                // Instead of a passage, its page is stored.
                const found = hit.type === 'content' ? page : hit;
                open(event, found && storable({ ...found, url: urlOf(found.url) }));
              }}
            />
            <Link
              className={styles.all}
              to={createSearchLink(query)}
              onClick={(event) => open(event)}
            >
              See all {nbHits} results
            </Link>
          </>
        )}
      </div>
      <Footer />
    </div>
  );
}
