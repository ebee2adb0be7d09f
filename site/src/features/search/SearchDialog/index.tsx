import React, {
  useEffect,
  useMemo,
  useState,
  type ComponentProps,
  type ReactElement,
  type ReactNode,
} from 'react';
import { DocSearchModal } from '@docsearch/react/modal';
import Link from '@docusaurus/Link';
import { useHistory } from '@docusaurus/router';
import { useSearchLinkCreator } from '@docusaurus/theme-common';
import {
  useAlgoliaContextualFacetFilters,
  useAlgoliaThemeConfig,
  useSearchResultUrlProcessor,
} from '@docusaurus/theme-search-algolia/client';
import useDocusaurusContext from '@docusaurus/useDocusaurusContext';
import translations from '@theme/SearchTranslations';
import { createPortal } from 'react-dom';
import { createSearchClient, preloadSearchIndex } from '../client';
import { createDialogClient } from '../dialog-client';
import './styles.css';

export interface HitProps {
  readonly hit: {
    readonly url: string;
    readonly content?: string | null;
    readonly _snippetResult?: { readonly content?: { readonly value: string } };
  };
  readonly children: ReactNode;
}

/** A hit as a link that the router follows. DocSearch shows the text of a hit, but not the text below a heading. */
function Hit({ hit, children }: HitProps): ReactElement {
  const excerpt = hit.content ? undefined : hit._snippetResult?.content?.value;
  return (
    <Link to={hit.url}>
      {children}
      {excerpt !== undefined && (
        // All markup except the marks has been escaped (`safe-hits.ts`).
        <span className="DocSearch-Hit-excerpt" dangerouslySetInnerHTML={{ __html: excerpt }} />
      )}
    </Link>
  );
}

export interface Props {
  readonly onClose: () => void;
  readonly initialQuery: string;
  /**
   * Called when the dialog is ready for input. Returns what the reader has typed until then, if there was a field for it.
   */
  readonly onReady: () => string | undefined;
}

interface FooterProps {
  readonly state: { readonly query: string; readonly context: Record<string, unknown> };
}

/** The link 'See all {count} results' below the hits. */
function useResultsFooter(onClose: () => void) {
  const createSearchLink = useSearchLinkCreator();
  return useMemo(
    () =>
      function ResultsFooter({ state }: FooterProps): ReactElement {
        return (
          <Link to={createSearchLink(state.query)} onClick={onClose}>
            See all {String(state.context.nbHits)} results
          </Link>
        );
      },
    [createSearchLink, onClose],
  );
}

const findInput = () => document.querySelector<HTMLInputElement>('.DocSearch-Input');

/** Sets the text of DocSearch's field as if it were typed. */
function type(text: string): void {
  const input = findInput();
  if (!input || input.value === text) return;
  // React overrides the `value` property of the element and ignores values set through it.
  Object.getOwnPropertyDescriptor(HTMLInputElement.prototype, 'value')?.set?.call(input, text);
  input.dispatchEvent(new Event('input', { bubbles: true }));
}

/**
 * Corrects the ARIA roles of DocSearch, which gives its dialog the role of a button with a list box, and its bars those of
 * the page's banner and footer. A modal dialog has these attributes (WAI-ARIA Authoring Practices, dialog pattern).
 */
const wanted: Readonly<Record<string, Readonly<Record<string, string | null>>>> = {
  '.DocSearch-Container': {
    role: 'dialog',
    'aria-modal': 'true',
    'aria-label': 'Search docs',
    'aria-labelledby': null,
    'aria-expanded': null,
    'aria-haspopup': null,
    'aria-owns': null,
    'aria-controls': null,
    tabindex: '-1',
  },
  '.DocSearch-SearchBar': { role: 'none' },
  '.DocSearch-Footer': { role: 'none' },
};

/** Sets or removes an attribute if it differs: every write would trigger the mutation observer. */
function put(element: Element, name: string, value: string | null): void {
  if (element.getAttribute(name) === value) return;
  if (value === null) element.removeAttribute(name);
  else element.setAttribute(name, value);
}

/** Hits contain links, and recent searches contain buttons. An option may contain neither; a tree item may. */
function correctLists(): void {
  for (const hit of document.querySelectorAll('.DocSearch-Hit')) {
    put(hit, 'role', 'treeitem');
    if (hit.parentElement) put(hit.parentElement, 'role', 'tree');
  }
}

/** Removes ids of lists that do not exist: the input refers to the lists of all its sources, also of empty ones. */
function correctReferences(): void {
  const input = findInput();
  for (const name of ['aria-controls', 'aria-owns']) {
    const ids = input?.getAttribute(name)?.split(' ');
    if (!input || !ids) continue;
    const present = ids.filter((id) => document.getElementById(id) !== null);
    put(input, name, present.length === 0 ? null : present.join(' '));
  }
}

function correct(): void {
  for (const [selector, attributes] of Object.entries(wanted)) {
    const element = document.querySelector(selector);
    if (!element) continue;
    for (const [name, value] of Object.entries(attributes)) put(element, name, value);
  }
  correctLists();
  correctReferences();
}

/** The texts of DocSearch that say how a search ended. DocSearch does not announce them to screen readers. */
const outcomes =
  '.DocSearch-ErrorScreen .DocSearch-Title, .DocSearch-NoResults .DocSearch-Title, .DocSearch-HitsFooter a';

/** Corrects the dialog's attributes and announces results while it is open. Returns a function that stops it. */
function keepDialogAccessible(): () => void {
  const dialog = document.querySelector('.DocSearch-Container');
  const status = document.createElement('p');
  status.setAttribute('role', 'status');
  status.className = 'DocSearch-VisuallyHiddenForAccessibility';
  dialog?.append(status);
  const update = () => {
    correct();
    const outcome = dialog?.querySelector(outcomes)?.textContent ?? '';
    // Every write would trigger the mutation observer.
    if (status.textContent !== outcome) status.textContent = outcome;
  };
  update();
  const observer = new MutationObserver(update);
  if (dialog) {
    observer.observe(dialog, {
      attributes: true,
      attributeFilter: [...Object.keys(wanted['.DocSearch-Container'] ?? {}), 'aria-controls'],
      characterData: true,
      childList: true,
      subtree: true,
    });
  }
  return () => observer.disconnect();
}

/** DocSearch's dialog with the site's search client, router and contextual filters. */
export default function SearchDialog({ onClose, initialQuery, onReady }: Props): ReactNode {
  const { algolia } = useAlgoliaThemeConfig();
  const { siteConfig } = useDocusaurusContext();
  const missingResultsUrl = String(siteConfig.customFields?.missingResultsUrl);
  const history = useHistory();
  const processUrl = useSearchResultUrlProcessor();
  const facetFilters = useAlgoliaContextualFacetFilters();
  const resultsFooterComponent = useResultsFooter(onClose);
  const [scrollY] = useState(() => window.scrollY);

  useEffect(keepDialogAccessible, []);
  useEffect(preloadSearchIndex, []);
  useEffect(() => {
    const typed = onReady();
    if (typed) type(typed);
  }, [onReady]);

  // DocSearch creates a new instance when one of these changes, and the next mouse move would clear its lists.
  const [stableProps] = useState<Partial<ComponentProps<typeof DocSearchModal>>>(() => ({
    navigator: {
      navigate: ({ itemUrl }) => {
        // `transformItems` has removed the origin from the URLs of this site.
        if (itemUrl.startsWith('/')) history.push(itemUrl);
        else window.location.href = itemUrl;
      },
    },
    transformItems: (items) => items.map((item) => ({ ...item, url: processUrl(item.url) })),
    transformSearchClient: () =>
      createDialogClient(
        createSearchClient(algolia.appId, algolia.apiKey),
        () => findInput()?.value !== '',
      ),
    getMissingResultsUrl: () => missingResultsUrl,
    searchParameters: { facetFilters: facetFilters as string[] },
  }));

  return createPortal(
    <DocSearchModal
      appId={algolia.appId}
      apiKey={algolia.apiKey}
      indexName={algolia.indexName}
      placeholder="Search docs"
      initialScrollY={scrollY}
      initialQuery={initialQuery}
      onClose={onClose}
      hitComponent={Hit}
      resultsFooterComponent={resultsFooterComponent}
      translations={translations.modal}
      {...stableProps}
    />,
    document.body,
  );
}
