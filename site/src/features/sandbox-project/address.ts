import { workerSandboxUrl } from '@anedya-docs/sandbox/browser/messages';
import type { OperationData } from '../../requests/operation';
import { serverChoices, type ServerChoice } from '../../requests/servers';
import { hasServerSandbox, sandboxHome, sandboxSetting } from '../../requests/sandbox-home';
import type { SandboxHome } from '../../requests/values-choice';
import type { SandboxProject } from './project-data';

export const otherHome = (home: SandboxHome): SandboxHome =>
  home === 'server' ? 'browser' : 'server';

/** Whether the sandbox of this project runs in the browser: no terminal and no device can reach it. */
export const isInBrowser = ({ platformUrl }: Pick<SandboxProject, 'platformUrl'>): boolean =>
  platformUrl.startsWith(workerSandboxUrl);

/** URL of a sandbox (`https://docs.example.com/sandbox`), without a trailing slash. */
export function sandboxAddress(home = sandboxHome()): string {
  if (home === 'browser') return workerSandboxUrl;
  return new URL(sandboxSetting(), window.location.origin).href.replace(/\/+$/, '');
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
