/** Which sandbox the page uses, and whether it has a project there. Loaded by every page. */
import siteConfig from '@generated/docusaurus.config';
import { copyMark } from '../contracts/offline-copy';
import { readStorage, writeStorage } from '../storage';
import { homeKey, sandboxKeys, storedText, usesOwnValues, type SandboxHome } from './values-choice';

/** Key of the sandbox that this tab has used, and the choice of all tabs at that time, in session storage. */
const tabKey = 'docs-sandbox-tab';

/** URL of the sandbox on a server; empty when there is none. */
export const sandboxSetting = () => String(siteConfig.customFields?.sandboxUrl);

/** Whether the reader can choose: a site without a server has only the sandbox in the browser. */
export const hasServerSandbox = (): boolean => sandboxSetting() !== '';

/** Older browsers lack it. */
type NavigationTiming = Partial<Pick<PerformanceNavigationTiming, 'serverTiming'>>;

/**
 * Whether this page comes from the offline copy, which has the sandbox in this browser. `navigator.onLine` is also true on a
 * network without internet, so the service worker marks the pages of the copy.
 */
const isFromCopy = () => {
  if (typeof navigator === 'undefined' || !('serviceWorker' in navigator)) return false;
  if (!navigator.onLine && navigator.serviceWorker.controller !== null) return true;
  const [page] = performance.getEntriesByType('navigation') as NavigationTiming[];
  return page?.serverTiming?.some(({ name }) => name === copyMark) === true;
};

const choice = () => readStorage('localStorage', homeKey);

/**
 * Where the sandbox of this page runs: where this tab has used it since the last choice; otherwise on the server, unless there
 * is none, the reader chose the other one, or pages come from the offline copy.
 */
export function sandboxHome(): SandboxHome {
  if (!hasServerSandbox()) return 'browser';
  const [used, chosen] = readStorage('sessionStorage', tabKey).split(' ');
  if (used && chosen === choice()) return used === 'browser' ? 'browser' : 'server';
  return isFromCopy() || choice() === 'browser' ? 'browser' : 'server';
}

/** Stores that this tab uses a sandbox: the offline copy then does not change it. */
export function storeUse(home: SandboxHome): void {
  writeStorage('sessionStorage', tabKey, `${home} ${choice()}`);
}

/** Stores the choice for this tab and all others. */
export function storeSandboxHome(home: SandboxHome): void {
  writeStorage('localStorage', homeKey, home === 'browser' ? home : '');
  storeUse(home);
}

/** Text of the sandbox project if pages use it: it exists, and the reader has not chosen their own values. */
export function sandboxText(): string {
  const text = usesOwnValues() ? '' : readStorage('localStorage', sandboxKeys[sandboxHome()]);
  return text.includes('"project":') ? text : '';
}

/** Text of the values in use; empty when there are none. */
export function textInUse(): string {
  return sandboxText() || storedText();
}
