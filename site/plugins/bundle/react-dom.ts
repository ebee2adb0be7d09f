import { createHash } from 'node:crypto';
import { readFileSync } from 'node:fs';
import path from 'node:path';
import type { FrameworkChange } from './framework-changes';

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

const file = path.resolve(__dirname, '../../../node_modules', smallerReactDom.module);
const digest = '9be699b66299e42744e427e3821c91e3ec34ef966c747a4e62b14126d0e94bd5';

/**
 * Checks that React DOM is the one whose functions were reviewed.
 * @throws Error when it has changed
 */
export function checkReactDom(source = readFileSync(file, 'utf8')): void {
  if (createHash('sha256').update(source).digest('hex') !== digest) {
    throw new Error('React DOM has changed: review site/plugins/bundle/react-dom.ts');
  }
}
