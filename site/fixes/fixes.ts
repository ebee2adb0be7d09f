/** A correction of published code where neither a setting nor a component of the theme can make it. */
export interface Fix {
  /** The result. */
  readonly name: string;
  /** Sentence of the site's specification that the published code does not meet. */
  readonly sentence: string;
  /** What the published code does instead. */
  readonly problem: string;
  /** A test that fails without the fix: its file in `tests/` and its name. */
  readonly test: readonly [file: string, name: string];
  readonly edits: readonly Edit[];
}

interface Edit {
  /** Path of the module below `node_modules`. */
  readonly module: string;
  /** Part of the published source, which must occur exactly once. */
  readonly before: string;
  readonly after: string;
}

/** All fixes. The versions of these packages are exact; the build fails when a fix no longer matches. */
export const fixes: readonly Fix[] = [
  {
    name: 'a chosen color mode survives a change of the system',
    sentence: 'The choice is kept in browser local storage under the key theme.',
    problem:
      'When the system changes between light and dark, the theme deletes the choice, even with `respectPrefersColorScheme: false`, unless the switch is disabled too.',
    test: ['color-mode.e2e.ts', 'the choice survives a change of the system preference'],
    edits: [
      {
        module: '@docusaurus/theme-common/lib/contexts/colorMode.js',
        before: 'disableSwitch && !respectPrefersColorScheme',
        after: '!respectPrefersColorScheme',
      },
    ],
  },
  {
    name: 'an unknown color mode is the default one',
    sentence: 'Default is dark.',
    problem: 'The theme takes any stored text other than `dark` for light.',
    test: ['color-mode.e2e.ts', 'an unknown mode from another tab is ignored'],
    edits: [
      {
        module: '@docusaurus/theme-common/lib/contexts/colorMode.js',
        before: 'colorMode === ColorModes.dark ? ColorModes.dark : ColorModes.light;',
        after: 'colorMode === ColorModes.light ? ColorModes.light : ColorModes.dark;',
      },
    ],
  },
  {
    name: 'paths are matched with their case',
    sentence: 'Each path ends with a trailing slash and is matched exactly.',
    problem:
      'The router ignores case by default, and the framework passes the option `sensitive` to only one of the two places that match routes.',
    test: [
      'exact-paths.e2e.ts',
      'a path in another case is not found on navigation within the site',
    ],
    edits: [
      {
        module: 'react-router/esm/react-router.js',
        before: 'sensitive = _options$sensitive === void 0 ? false : _options$sensitive',
        after: 'sensitive = _options$sensitive === void 0 ? true : _options$sensitive',
      },
    ],
  },
  {
    name: 'paths are matched as they are in the URL',
    sentence: 'Any unknown path shows a not-found page.',
    problem:
      'The router and the framework decode paths: `/%63hangelog/` shows the changelog, and `/%A4/` throws, which leaves the not-found page without its scripts. No path of this site needs percent-encoding.',
    test: ['exact-paths.e2e.ts', 'the not-found page works at a path that cannot be decoded'],
    edits: [
      {
        module: 'history/esm/history.js',
        before: 'location.pathname = decodeURI(location.pathname);',
        after: '',
      },
      {
        module: '@docusaurus/core/lib/client/preload.js',
        before: '[pathname, decodeURI(pathname)]',
        after: '[pathname]',
      },
    ],
  },
  {
    name: 'a route change with an unknown anchor scrolls to the top',
    sentence: 'A route change scrolls to the top, or to the hash anchor if there is one.',
    problem:
      'With a hash that no element has, the framework keeps the old position; with one that cannot be decoded (`#9%`), `decodeURIComponent` throws in an effect, which crashes the page. Such a fragment is used unchanged (HTML, 7.4.6.4).',
    test: ['scroll.e2e.ts', 'a route change with a hash without element scrolls to the top'],
    edits: [
      {
        module: '@docusaurus/core/lib/client/ClientLifecyclesDispatcher.js',
        before: 'const id = decodeURIComponent(hash.substring(1));',
        after: `let id = hash.substring(1);
        try {
            id = decodeURIComponent(id);
        }
        catch { }`,
      },
      {
        module: '@docusaurus/core/lib/client/ClientLifecyclesDispatcher.js',
        before: 'element?.scrollIntoView();',
        after: 'element ? element.scrollIntoView() : window.scrollTo(0, 0);',
      },
    ],
  },
  {
    name: 'the crash screen outside the layout has the specified text',
    sentence: "'This page crashed.' with a 'Try again' button and the error cause chain.",
    problem: 'The framework writes the text without its full stop outside the layout.',
    test: ['crash.e2e.ts', 'a crash outside the layout shows the same text'],
    edits: [
      {
        module: '@docusaurus/core/lib/client/theme-fallback/Error/index.js',
        before: 'This page crashed</h1>',
        after: 'This page crashed.</h1>',
      },
    ],
  },
  {
    name: 'every page has the base-URL banner, in colors that go together',
    sentence: 'Misconfigured base path: Base-URL warning banner.',
    problem:
      'Only the home page has the banner. It suggests the path of the page instead of the part before the canonical path, which the not-found page does not have, and in dark mode its text is white on yellow.',
    test: ['base-url-banner.e2e.ts', 'warns in ${mode} mode when its scripts cannot load'],
    edits: [
      {
        module: '@docusaurus/core/lib/client/BaseUrlIssueBanner/index.js',
        before: 'baseUrlIssueBanner && isHomePage',
        after: 'baseUrlIssueBanner',
      },
      {
        module: '@docusaurus/core/lib/client/BaseUrlIssueBanner/index.js',
        before: 'background-color: rgb(255, 230, 179);',
        after: 'background-color: rgb(255, 230, 179); color: #1c1e21;',
      },
      {
        module: '@docusaurus/core/lib/client/BaseUrlIssueBanner/index.js',
        before: '/#baseUrl" style="',
        after: '/#baseUrl" style="color: inherit; ',
      },
      {
        module: '@docusaurus/core/lib/client/BaseUrlIssueBanner/index.js',
        before: 'var actualHomePagePath = window.location.pathname;',
        after: `var path = window.location.pathname;
  var canonical = document.querySelector('link[rel=canonical]');
  var actualHomePagePath = '/';
  if (canonical) {
    var page = new URL(canonical.href).pathname.slice(\${baseUrl.length});
    actualHomePagePath = page ? path.slice(0, path.lastIndexOf('/' + page) + 1) : path;
  }`,
      },
    ],
  },
  {
    name: 'going back closes what is open, and stays on the page',
    sentence: 'Mobile sidebar: opens and closes; closes on back navigation.',
    problem:
      'The router supports one handler of history actions: each `useHistoryPopHandler` replaces it, and leaves none when it unmounts. On this site the mobile sidebar and the search dialog both have one. When a handler cancels the navigation after a link to a fragment or a reload, the router cannot tell how far the reader went, and leaves the page.',
    test: ['mobile-sidebar.e2e.ts', 'going back closes the sidebar instead of leaving the page'],
    edits: [
      {
        module: '@docusaurus/theme-common/lib/utils/historyUtils.js',
        before: "import { useEvent } from './reactUtils';",
        after: `import { addHistoryHandler } from '@site/src/boot/history-handlers';
import { useEvent } from './reactUtils';`,
      },
      {
        module: '@docusaurus/theme-common/lib/utils/historyUtils.js',
        before: 'history.block((location, action) => stableHandler(location, action))',
        after: 'addHistoryHandler(history, stableHandler)',
      },
    ],
  },
];
