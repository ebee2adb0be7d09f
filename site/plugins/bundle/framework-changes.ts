/** A change to code of the framework or a library, for which it has no setting and no component to wrap. */
export interface FrameworkChange {
  /** What it brings about. */
  readonly name: string;
  /** Path of the module, below the folder of packages. */
  readonly module: string;
  /** Pieces of its source text, each of which must occur exactly once, and their replacements. */
  readonly edits: readonly (readonly [before: string, after: string])[];
}

/**
 * Every change, with its reason. The versions of these packages are pinned; a build stops when a piece is missing or a
 * module is no longer part of the bundle.
 */
export const frameworkChanges: readonly FrameworkChange[] = [
  {
    // Specification, section 4: the choice is kept. The theme drops it when the system changes between light and dark,
    // even with `respectPrefersColorScheme: false`, unless the switch is disabled too.
    name: 'a chosen color mode survives a change of the system',
    module: '@docusaurus/theme-common/lib/contexts/colorMode.js',
    edits: [['disableSwitch && !respectPrefersColorScheme', '!respectPrefersColorScheme']],
  },
  {
    // Specification, section 2: each path is matched exactly. The router ignores case by default, and the framework
    // hands its option `sensitive` to only one of the two places that match routes.
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
    // The same section: `/%63hangelog/` is not `/changelog/`. No path of this site has a character that needs encoding.
    name: 'paths are matched as they are in the URL',
    module: 'history/esm/history.js',
    edits: [['location.pathname = decodeURI(location.pathname);', '']],
  },
  {
    // `decodeURI` throws on `/%A4`, and the not-found page would stay without its scripts.
    name: 'a path that cannot be decoded is a path without a page, and a route is loaded as a whole',
    module: '@docusaurus/core/lib/client/preload.js',
    edits: [
      ['[pathname, decodeURI(pathname)]', '[pathname]'],
      // Specification, section 8: a page that fails to load is rendered with its error (`src/client-entry`), but not while its
      // other parts are loading.
      [
        'return Promise.all(matches.map((match) => match.route.component.preload?.()));',
        `const parts = matches.map((match) => match.route.component.preload?.());
    return Promise.allSettled(parts).then(() => Promise.all(parts));`,
      ],
    ],
  },
  {
    // Specification, section 8: the text has a full stop, at the root too.
    name: 'the crash screen outside the layout has the specified text',
    module: '@docusaurus/core/lib/client/theme-fallback/Error/index.js',
    edits: [['This page crashed</h1>', 'This page crashed.</h1>']],
  },
  {
    // Specification, section 8: the banner belongs to every page. It suggests the path below which the page was found: the
    // page's own path is what its canonical address has behind the configured base URL.
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
    // `decodeURIComponent` throws on `#9%`, inside an effect: the page crashed. A fragment that cannot be decoded is
    // taken as it is (HTML, 7.4.6.4).
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
    // The router holds one handler of history actions. Each `useHistoryPopHandler` sets its own in its place and leaves
    // none behind; here the mobile sidebar and the search dialog both have one.
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
    // Specification, section 9: 4 recent searches when favorites exist. DocSearch decides once, when its dialog opens.
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
    // One observer for each link, created while React commits, took 73 ms of an operation page on a phone, and so did
    // prefetching all visible pages at once.
    name: 'links are observed and prefetched while the browser is idle',
    module: '@docusaurus/core/lib/client/exports/Link.js',
    edits: [
      [
        "import useDocusaurusContext from './useDocusaurusContext';",
        `import { whenVisible } from '@site/src/client-entry/visible-links';
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
  // State that changes in the first effects renders most of the page again. As a transition that render can be
  // interrupted, so that the page responds while it runs.
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
  {
    name: 'the render for the preferred version can be interrupted',
    module: '@docusaurus/plugin-content-docs/lib/client/docsPreferredVersion.js',
    edits: [
      ['import React, {', 'import React, { startTransition,'],
      [
        'setState(readStorageState({ allDocsData, versionPersistence, pluginIds }));',
        'startTransition(() => setState(readStorageState({ allDocsData, versionPersistence, pluginIds })));',
      ],
    ],
  },
];
