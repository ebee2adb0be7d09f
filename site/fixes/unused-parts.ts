import { createHash } from 'node:crypto';
import { existsSync, readFileSync } from 'node:fs';
import path from 'node:path';
import type { LoadContext } from '@docusaurus/types';
import type { UserThemeConfig } from '@docusaurus/theme-common';
import type { FrameworkChange } from './framework-changes';
import { exportedNames } from './stubs';

/** A module of the framework that does nothing on this site, and what replaces it. */
export interface UnusedPart {
  readonly name: string;
  /** Path of the module below `node_modules`. */
  readonly module: string;
  readonly replacement: string;
  /** The server still needs the module. */
  readonly isBrowserOnly?: true;
}

const nothing = 'export default function Nothing() { return null; }';
const theme = '@docusaurus/theme-classic/lib/theme';

const component = (name: string): UnusedPart => ({
  name: `unused ${name}`,
  module: `${theme}/${name}/index.js`,
  replacement: nothing,
});

const preferredVersion: UnusedPart = {
  name: 'unused preferred version',
  module: '@docusaurus/plugin-content-docs/lib/client/docsPreferredVersion.js',
  replacement: `export function DocsPreferredVersionContextProvider({ children }) { return children; }
export function useDocsPreferredVersion() { return { preferredVersion: null, savePreferredVersionName() {} }; }
export function useDocsPreferredVersionByPluginId() { return {}; }`,
};

/** It also measures the navbar during the first render, which forces a layout of the page. */
const hideableNavbar: UnusedPart = {
  name: 'unused hiding of the navbar',
  module: '@docusaurus/theme-common/lib/hooks/useHideableNavbar.js',
  replacement: 'export function useHideableNavbar() { return { isNavbarVisible: true }; }',
};

/** Only the HTML contains the script of the banner. Its styles hide the banner. */
const banner: UnusedPart = {
  name: 'unused text of the base-URL banner',
  module: '@docusaurus/core/lib/client/BaseUrlIssueBanner/index.js',
  replacement: `import './styles.module.css';\n${nothing}`,
  isBrowserOnly: true,
};

/**
 * Returns the parts of the framework that the site's settings never render (2 kB compressed). They are in every first load,
 * because the framework decides in the browser what to render.
 */
export function unusedParts({
  siteDir,
  siteConfig,
}: Pick<LoadContext, 'siteDir' | 'siteConfig'>): UnusedPart[] {
  const { docs, footer, navbar } = siteConfig.themeConfig as UserThemeConfig;
  const hasFooterLinks = (footer?.links?.length ?? 0) > 0 || footer?.logo !== undefined;
  return [
    banner,
    ...(hasFooterLinks ? [] : ['Footer/Links', 'Footer/Logo'].map(component)),
    ...(docs?.sidebar?.hideable
      ? []
      : ['DocSidebar/Desktop/CollapseButton', 'DocRoot/Layout/Sidebar/ExpandButton'].map(
          component,
        )),
    ...(navbar?.hideOnScroll ? [] : [hideableNavbar]),
    ...(existsSync(path.join(siteDir, 'versions.json')) ? [] : [preferredVersion]),
  ];
}

/**
 * Checks that a replacement exports the same names as the module.
 * @throws Error when it does not
 */
export function checkUnusedPart(
  { name, module, replacement }: UnusedPart,
  source = readFileSync(path.resolve(__dirname, '../../node_modules', module), 'utf8'),
): void {
  const [before, after] = [source, replacement].map((text) => exportedNames(text).sort().join());
  if (before !== after) {
    throw new Error(`"${name}" no longer matches its module, which exports "${before}"`);
  }
}

/**
 * Functions of React DOM that run only for features that neither the framework nor this site uses (6 kB compressed). They
 * throw instead. The server renders with the complete package, and so does the browser in development.
 */
const unusedFunctions = [
  // Suspense, lists of boundaries, and hidden trees.
  ...['updateSuspenseComponent', 'mountSuspensePrimaryChildren', 'mountSuspenseOffscreenState'],
  ...['mountWorkInProgressOffscreenFiber', 'retrySuspenseComponentWithoutHydrating'],
  ...['getRemainingWorkInPrimaryTree', 'updateSuspenseListComponent', 'scheduleRetryEffect'],
  ...['initSuspenseListRenderState', 'scheduleSuspenseWorkOnFiber', 'cutOffTailIfNeeded'],
  ...['findFirstSuspended', 'updateOffscreenComponent', 'deferHiddenOffscreenComponent'],
  ...['pushPrimaryTreeSuspenseHandler', 'pushOffscreenSuspenseHandler'],
  ...['attachSuspenseRetryListeners', 'getRetryCache', 'retryTimedOutBoundary'],
  ...[
    'retryDehydratedSuspenseBoundary',
    'resolveRetryWakeable',
    'commitSuspenseHydrationCallbacks',
  ],
  ...['clearSuspenseBoundary', 'commitOffscreenPassiveMountEffects'],
  ...['recursivelyTraverseDisappearLayoutEffects', 'recursivelyTraverseReappearLayoutEffects'],
  ...['recursivelyTraverseReconnectPassiveEffects', 'recursivelyTraverseAtomicPassiveEffects'],
  ...['recursivelyTraverseDisconnectPassiveEffects'],
  // `lazy`, `use` and promises as children.
  ...['resolveLazy', 'unwrapThenable', 'trackUsedThenable', 'useThenable', 'use'],
  ...['attachPingListener', 'pingSuspendedRoot', 'renderDidSuspendDelayIfPossible'],
  ...['replaySuspendedUnitOfWork'],
  // Stylesheets, scripts and `html`, `head`, `body`, `title`, `meta`, `link` as elements: the head has its own manager.
  ...['getResource', 'acquireResource', 'preconnectAs', 'preconnect', 'prefetchDNS', 'preload'],
  ...['preloadModule', 'preinitStyle', 'preinitScript', 'preinitModuleScript'],
  ...['preloadStylesheet', 'insertStylesheet', 'insertSuspendedStylesheets'],
  ...['insertStylesheetIntoRoot', 'stylesheetPropsFromRawProps', 'waitForCommitToBeReady'],
  ...['adoptPreloadPropsForStylesheet', 'adoptPreloadPropsForScript', 'onUnsuspend'],
  ...['getHydratableHoistableCache', 'mountHoistable', 'suspendResource'],
  ...['resolveSingletonInstance', 'recursivelyAccumulateSuspenseyCommit'],
  ...['accumulateSuspenseyCommitOnFiber', 'preloadResourceAndSuspendIfNeeded'],
  // Functions as actions of forms, `useActionState` and `useOptimistic`.
  ...['updateOptimisticImpl', 'dispatchActionState', 'runActionStateAction', 'onActionSuccess'],
  ...['handleActionReturnValue', 'onActionError', 'notifyActionListeners', 'actionStateReducer'],
  ...['mountActionState', 'updateActionState', 'updateActionStateImpl', 'rerenderActionState'],
  ...['actionStateActionEffect', 'startHostTransition', 'ensureFormComponentIsStateful'],
  ...['requestFormReset', 'requestFormReset$1', 'recursivelyResetForms', 'useHostTransitionStatus'],
  ...['TransitionAwareHostComponent'],
];

/** Removes features of React DOM from the production bundle of the browser. */
export const smallerReactDom: FrameworkChange = {
  name: 'unused features of React DOM',
  module: 'react-dom/cjs/react-dom-client.production.js',
  edits: [
    // Handles every event, to submit forms whose action is a function.
    [
      `      extractEvents$1(
        dispatchQueue,
        domEventName,
        targetInst,
        nativeEvent,
        nativeEventTarget
      );
`,
      '',
    ],
  ],
  unusedFunctions,
};

const file = path.resolve(__dirname, '../../node_modules', smallerReactDom.module);
const digest = '9be699b66299e42744e427e3821c91e3ec34ef966c747a4e62b14126d0e94bd5';

/**
 * Checks that React DOM is the one whose functions were reviewed.
 * @throws Error when it has changed
 */
export function checkReactDom(source = readFileSync(file, 'utf8')): void {
  if (createHash('sha256').update(source).digest('hex') !== digest) {
    throw new Error('React DOM has changed: review site/fixes/unused-parts.ts');
  }
}
