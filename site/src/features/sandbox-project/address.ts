import siteConfig from '@generated/docusaurus.config';
import { workerSandboxUrl } from '@anedya-docs/sandbox/browser/messages';
import { copyMark } from '../../contracts/offline-copy';
import type { OperationData } from '../../requests/operation';
import { serverChoices, type ServerChoice } from '../../requests/servers';
import { readStorage, writeStorage } from '../../storage';
import { homeKey, sandboxKey } from '../../requests/values-choice';
import type { SandboxProject } from './project-data';

/** Where the sandbox runs: on a server, where terminals and devices reach it, or in this browser, without a server. */
export type SandboxHome = 'server' | 'browser';

export const otherHome = (home: SandboxHome): SandboxHome =>
  home === 'server' ? 'browser' : 'server';

/** Whether the reader has chosen since this document was loaded: that also holds in a page of the offline copy. */
let hasChosen = false;

/** Whether the sandbox of this project runs in the browser: no terminal and no device can reach it. */
export const isInBrowser = ({ platformUrl }: Pick<SandboxProject, 'platformUrl'>): boolean =>
  platformUrl.startsWith(workerSandboxUrl);

const setting = () => String(siteConfig.customFields?.sandboxUrl);

/** Whether the reader can choose: a site without a server has only the sandbox in the browser. */
export const hasServerSandbox = (): boolean => setting() !== '';

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

/**
 * Where the sandbox of this tab runs: where its project is; without a project, on the server, unless there is none, the reader
 * chose the other one, or pages come from the offline copy.
 */
export function sandboxHome(): SandboxHome {
  const text = readStorage('sessionStorage', sandboxKey);
  if (text.includes('"project":')) return text.includes(workerSandboxUrl) ? 'browser' : 'server';
  if (!hasServerSandbox() || (isFromCopy() && !hasChosen)) return 'browser';
  return readStorage('localStorage', homeKey) === 'browser' ? 'browser' : 'server';
}

/** Stores the choice for tabs without a project. */
export function storeSandboxHome(home: SandboxHome): void {
  hasChosen = true;
  writeStorage('localStorage', homeKey, home === 'browser' ? home : '');
}

/** URL of a sandbox (`https://docs.example.com/sandbox`), without a trailing slash. */
export function sandboxAddress(home = sandboxHome()): string {
  if (home === 'browser') return workerSandboxUrl;
  return new URL(setting(), window.location.origin).href.replace(/\/+$/, '');
}

/** Name of a sandbox in messages: its host. */
export function sandboxName(address: string): string {
  return address.startsWith(workerSandboxUrl)
    ? 'The sandbox in this browser'
    : new URL(address).host;
}

/**
 * Sends a request to a sandbox, on a server or in this browser.
 * @throws SandboxError when the sandbox in this browser does not start
 */
export const sandboxFetch = async (url: string, init: RequestInit): Promise<Response> => {
  if (!url.startsWith(workerSandboxUrl)) return fetch(url, init);
  const { fetchFromWorker } = await import('./browser-sandbox');
  return fetchFromWorker(url, init);
};

const labels: Readonly<Record<SandboxHome, string>> = {
  server: 'This site’s sandbox · no account',
  browser: 'Sandbox in this browser · no account',
};

/** Servers that a request can be sent to: the sandboxes first, then the servers of the document. */
export function offeredServers({
  api,
  servers,
}: Pick<OperationData, 'api' | 'servers'>): ServerChoice[] {
  const current = sandboxHome();
  const homes: readonly SandboxHome[] = hasServerSandbox() ? ['server', 'browser'] : ['browser'];
  const sandboxes = homes.map((home) => ({
    url: `${sandboxAddress(home)}/${api}/v1`,
    label: labels[home],
    isSandbox: true,
    isCurrent: home === current,
  }));
  return [...sandboxes, ...serverChoices(servers)];
}
