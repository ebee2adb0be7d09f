/** A change to code of the framework or a library that has no setting and no component to wrap. */
export interface FrameworkChange {
  /** The result of the change. */
  readonly name: string;
  /** Path of the module below `node_modules`. */
  readonly module: string;
  /** Parts of its source, each of which must occur exactly once, and their replacements. */
  readonly edits: readonly (readonly [before: string, after: string])[];
  /** Functions of the module that never run. They are replaced by one that throws. */
  readonly unusedFunctions?: readonly string[];
}

/** Class names of pages that this site does not have: blogs, tags and edit links. */
const unusedClassNames = [
  "blogListPage: 'blog-list-page',",
  "blogPostPage: 'blog-post-page',",
  "blogTagsListPage: 'blog-tags-list-page',",
  "blogTagPostListPage: 'blog-tags-post-list-page',",
  "blogAuthorsListPage: 'blog-authors-list-page',",
  "blogAuthorsPostsPage: 'blog-authors-posts-page',",
  "docsTagsListPage: 'docs-tags-list-page',",
  "docsTagDocListPage: 'docs-tags-doc-list-page',",
  "blogFooterTagsRow: 'theme-blog-footer-tags-row',",
  "blogFooterEditMetaRow: 'theme-blog-footer-edit-meta-row',",
  "pageFooterEditMetaRow: 'theme-pages-footer-edit-meta-row',",
  "docFooterTagsRow: 'theme-doc-footer-tags-row',",
  "docFooterEditMetaRow: 'theme-doc-footer-edit-meta-row',",
  "blogPages: 'blog-wrapper',",
];

/**
 * All changes, with their reasons. The versions of these packages are pinned. The build fails when a part is missing or a
 * module is no longer in the bundle.
 */
export const frameworkChanges: readonly FrameworkChange[] = [
  {
    // Specification, section 4: the choice persists. The theme discards it when the system changes between light and dark,
    // even with `respectPrefersColorScheme: false`, unless the switch is disabled too.
    name: 'a chosen color mode survives a change of the system',
    module: '@docusaurus/theme-common/lib/contexts/colorMode.js',
    edits: [['disableSwitch && !respectPrefersColorScheme', '!respectPrefersColorScheme']],
  },
  {
    // Specification, section 2: paths are matched exactly. The router ignores case by default, and the framework passes the
    // option `sensitive` to only one of the two places that match routes.
    name: 'paths are matched with their case',
    module: 'react-router/esm/react-router.js',
    edits: [
      [
        'sensitive = _options$sensitive === void 0 ? false : _options$sensitive',
        'sensitive = _options$sensitive === void 0 ? true : _options$sensitive',
      ],
    ],
  },
  {
    // Same section: `/%63hangelog/` is not `/changelog/`. No path of this site needs percent-encoding.
    name: 'paths are matched as they are in the URL',
    module: 'history/esm/history.js',
    edits: [['location.pathname = decodeURI(location.pathname);', '']],
  },
  {
    // `decodeURI` throws on `/%A4`, which would leave the not-found page without its scripts.
    name: 'a path that cannot be decoded is a path without a page, and a route is loaded as a whole',
    module: '@docusaurus/core/lib/client/preload.js',
    edits: [
      ['[pathname, decodeURI(pathname)]', '[pathname]'],
      // Specification, section 8: a page that fails to load is rendered with its error (`src/boot`), but not while
      // other parts of it are loading.
      [
        'return Promise.all(matches.map((match) => match.route.component.preload?.()));',
        `const parts = matches.map((match) => match.route.component.preload?.());
    return Promise.allSettled(parts).then(() => Promise.all(parts));`,
      ],
    ],
  },
  {
    // Specification, section 8: the text ends with a full stop, also outside the layout.
    name: 'the crash screen outside the layout has the specified text',
    module: '@docusaurus/core/lib/client/theme-fallback/Error/index.js',
    edits: [['This page crashed</h1>', 'This page crashed.</h1>']],
  },
  {
    // Specification, section 8: all pages have the banner. It suggests the path before the canonical path of the page.
    name: 'every page has the base-URL banner, in colors that go together',
    module: '@docusaurus/core/lib/client/BaseUrlIssueBanner/index.js',
    edits: [
      ['baseUrlIssueBanner && isHomePage', 'baseUrlIssueBanner'],
      [
        'background-color: rgb(255, 230, 179);',
        'background-color: rgb(255, 230, 179); color: #1c1e21;',
      ],
      ['/#baseUrl" style="', '/#baseUrl" style="color: inherit; '],
      [
        'var actualHomePagePath = window.location.pathname;',
        `var path = window.location.pathname;
  var page = new URL(document.querySelector('link[rel=canonical]').href).pathname.slice(\${baseUrl.length});
  var actualHomePagePath = page ? path.slice(0, path.lastIndexOf('/' + page) + 1) : path;`,
      ],
    ],
  },
  {
    // The attribute `lang` says the same, and no crawler reads this name.
    name: 'a page states its language once',
    module: '@docusaurus/theme-classic/lib/theme/SearchMetadata/index.js',
    edits: [['{locale && <meta name="docusaurus_locale" content={locale} />}', '']],
  },
  {
    // There is one language: two links of each page would lead to the page itself (60 bytes compressed).
    name: 'a page does not link to itself as its translation',
    module: '@docusaurus/theme-classic/lib/theme/SiteMetadata/index.js',
    edits: [
      ['<AlternateLangHeaders />', ''],
      // A card with a large image, which no page has.
      ['<meta name="twitter:card" content="summary_large_image" />', ''],
      // The canonical link says the same.
      ['<meta property="og:url" content={canonicalUrl} />', ''],
    ],
  },
  {
    // `decodeURIComponent` throws on `#9%` in an effect, which crashed the page. A fragment that cannot be decoded is used
    // unchanged (HTML, 7.4.6.4).
    name: 'a fragment that cannot be decoded is taken as it is',
    module: '@docusaurus/core/lib/client/ClientLifecyclesDispatcher.js',
    edits: [
      [
        'const id = decodeURIComponent(hash.substring(1));',
        'let id = hash.substring(1); try { id = decodeURIComponent(id); } catch {}',
      ],
    ],
  },
  {
    // The router supports one handler of history actions. Each `useHistoryPopHandler` replaces it and leaves none when it
    // unmounts. On this site the mobile sidebar and the search dialog both have one.
    name: 'several components handle history actions',
    module: '@docusaurus/theme-common/lib/utils/historyUtils.js',
    edits: [
      [
        'history.block((location, action) => stableHandler(location, action))',
        'addHandler(history, stableHandler)',
      ],
      [
        'export function useHistoryPopHandler(',
        `const handlers = new Set();
let unblock;
function addHandler(history, handler) {
    handlers.add(handler);
    unblock ??= history.block((location, action) => {
        for (const handle of handlers) if (handle(location, action) === false) return false;
    });
    return () => {
        handlers.delete(handler);
        if (handlers.size > 0) return;
        unblock();
        unblock = undefined;
    };
}
export function useHistoryPopHandler(`,
      ],
    ],
  },
  {
    // Specification, section 9: 4 recent searches when there are favorites. DocSearch checks only when its dialog opens.
    name: 'the first favorite shortens the recent searches',
    module: '@docsearch/react/dist/esm/index.js',
    edits: [
      ['limit:0===G.getAll().length?7:4', 'limit:()=>0===G.getAll().length?7:4'],
      [
        'n=void 0===r?5:r,o=_r(t),i=o.getItem().slice(0,n);',
        'n="function"==typeof r?r:()=>r,o=_r(t),i=o.getItem().slice(0,n());',
      ],
      ['i=i.slice(0,n),o.setItem(i)}', 'i=i.slice(0,n()),o.setItem(i)}'],
      [
        't.objectID!==e.objectID})),o.setItem(i)}',
        't.objectID!==e.objectID})).slice(0,n()),o.setItem(i)}',
      ],
    ],
  },
  {
    // Creating one observer per link during the React commit took 73 ms of an operation page on a phone; prefetching all
    // visible pages at once took about as long.
    name: 'links are observed and prefetched while the browser is idle',
    module: '@docusaurus/core/lib/client/exports/Link.js',
    edits: [
      [
        "import useDocusaurusContext from './useDocusaurusContext';",
        `import { whenVisible } from '@site/src/boot/visible-links';
import useDocusaurusContext from './useDocusaurusContext';`,
      ],
      [
        `            ioRef.current = new window.IntersectionObserver((entries) => {
                entries.forEach((entry) => {
                    if (el === entry.target) {
                        // If element is in viewport, stop observing and run callback.
                        // https://developer.mozilla.org/en-US/docs/Web/API/Intersection_Observer_API
                        if (entry.isIntersecting || entry.intersectionRatio > 0) {
                            ioRef.current.unobserve(el);
                            ioRef.current.disconnect();
                            if (targetLink != null) {
                                window.docusaurus.prefetch(targetLink);
                            }
                        }
                    }
                });
            });
            // Add element to the observer.
            ioRef.current.observe(el);`,
        `            ioRef.current = whenVisible(el, () => {
                if (targetLink != null) {
                    window.docusaurus.prefetch(targetLink);
                }
            });`,
      ],
    ],
  },
  {
    // `early-input` handles the button until then, and reads from it which mode React has read. Hydration does not change
    // attributes of the HTML, so in light mode the button would have the wrong name.
    name: 'the color mode can be switched before hydration, and is named correctly after it',
    module: '@docusaurus/theme-classic/lib/theme/ColorModeToggle/index.js',
    edits: [
      [
        'buttonClassName, value, onChange}) {\n  const isBrowser = useIsBrowser();',
        `buttonClassName, value: mode, onChange}) {
  const value = useIsBrowser() ? mode : 'dark';`,
      ],
      ['          !isBrowser && styles.toggleButtonDisabled,\n', ''],
      ['        disabled={!isBrowser}\n', '        data-early="color-mode"\n'],
    ],
  },
  {
    // The hook hides outlines, which browsers show for the keyboard only (`:focus-visible`). When its class changed, at the first
    // press of a mouse button, the styles of all elements were computed again (65 ms on a phone).
    name: 'a press of a mouse button does not change the styles of the whole page',
    module: '@docusaurus/theme-classic/lib/theme/Layout/index.js',
    edits: [
      ["import {useKeyboardNavigation} from '@docusaurus/theme-common/internal';\n", ''],
      ['  useKeyboardNavigation();\n', ''],
    ],
  },
  {
    name: 'unused class names',
    module: '@docusaurus/theme-common/lib/utils/ThemeClassNames.js',
    edits: unusedClassNames.map((line) => [line, ''] as const),
  },
  // State that changes in the first effects re-renders most of the page. As a transition, that render can be interrupted, so
  // the page stays responsive.
  {
    name: 'the first render in the browser can be interrupted',
    module: '@docusaurus/core/lib/client/browserContext.js',
    edits: [
      ['import React, {', 'import React, { startTransition,'],
      ['setIsBrowser(true);', 'startTransition(() => setIsBrowser(true));'],
    ],
  },
  {
    name: 'the render for the window size can be interrupted at first',
    module: '@docusaurus/theme-common/lib/hooks/useWindowSize.js',
    edits: [
      ['import { useEffect,', 'import { startTransition, useEffect,'],
      ['        updateWindowSize();\n', '        startTransition(updateWindowSize);\n'],
    ],
  },
  {
    name: 'the render without a dismissed announcement can be interrupted',
    module: '@docusaurus/theme-common/lib/contexts/announcementBar.js',
    edits: [
      ['import React, {', 'import React, { startTransition,'],
      [
        'setClosed(isDismissedInStorage());',
        'startTransition(() => setClosed(isDismissedInStorage()));',
      ],
      ['            setClosed(false);', '            startTransition(() => setClosed(false));'],
    ],
  },
];
