import { readFile } from 'node:fs/promises';
import path from 'node:path';
import type { Locator, Page } from '@playwright/test';
import { loadIndex, type SearchEngine } from '../../packages/search/src/index.ts';
import { buildApp } from '../../packages/server/src/app.ts';
import type { AppOptions } from '../../packages/server/src/app.ts';
import type { InProcessSandbox } from '../../packages/server/test/support/in-process-sandbox.ts';
import { open, siteDir, test as base } from './fixtures.ts';
import { anyLoad, testSandbox } from './test-sandbox.ts';
import { startPlatform, type Platform } from './platform.ts';

/** A public address: the proxy checks it, and the test redirects the connection to this machine. */
const publicAddress = '93.184.215.14';

type ProxyOptions = NonNullable<AppOptions['proxy']>;

export interface Site {
  readonly origin: string;
  /** Lines of the server's log. */
  readonly log: string[];
  readonly sandbox: InProcessSandbox;
  close(): Promise<void>;
}

/** The real server with the built site, whose proxy forwards to the fake platform. */
export async function startSite(
  platform: Platform,
  wayOut: Partial<ProxyOptions> = {},
): Promise<Site> {
  const log: string[] = [];
  const sandbox = testSandbox();
  const app = await buildApp({
    siteDir,
    basePath: '/',
    trustProxy: false,
    logLevel: 'trace',
    logStream: { write: (line) => void log.push(line) },
    sandbox,
    pressure: anyLoad,
    search: { engine: await siteEngine() },
    proxy: {
      resolve: () => Promise.resolve([publicAddress]),
      dial: () => ({ host: '127.0.0.1', port: platform.upstream.port }),
      ca: platform.authority.ca,
      ...wayOut,
    },
  });
  const origin = await app.listen({ host: '127.0.0.1', port: 0 });
  await sandbox.upstream.ready();
  return { origin, log, sandbox: sandbox.upstream, close: () => app.close() };
}

let engine: SearchEngine | undefined;
/** The index of the built site. The server of each test would load it again. */
const siteEngine = async () =>
  (engine ??= loadIndex(await readFile(path.join(siteDir, 'search/index.json'), 'utf8')));

interface Fixtures {
  readonly platform: Platform;
  readonly site: Site;
}

interface Options {
  /** Changes to the connection between proxy and platform. */
  readonly wayOut: Partial<ProxyOptions>;
}

/** Playwright's `test` with a fake platform, and a site that connects to it through its proxy. */
export const test = base.extend<Fixtures & Options>({
  wayOut: [{}, { option: true }],
  // Playwright reads the fixture's dependencies from this pattern.
  // eslint-disable-next-line no-empty-pattern
  platform: async ({}, use) => {
    const platform = await startPlatform();
    await use(platform);
    await platform.close();
  },
  site: async ({ platform, wayOut }, use) => {
    const site = await startSite(platform, wayOut);
    await use(site);
    await site.close();
  },
  baseURL: async ({ site }, use) => use(site.origin),
});

export { expect } from './fixtures.ts';

export const runner = (page: Page): Locator => page.getByRole('region', { name: 'Send a request' });

export const sendButton = (page: Page): Locator =>
  runner(page).getByRole('button', { name: 'Send', exact: true });

export const status = (page: Page): Locator => runner(page).locator('.runner__status');

const serverSelect = (page: Page): Locator => runner(page).getByLabel('Server');

/** Opens a page and its request runner, which uses the sandbox by default. */
export async function openSandboxRunner(page: Page, urlPath: string): Promise<void> {
  await open(page, urlPath);
  await openRunnerHere(page);
}

/** Opens the request runner of the current page. */
export async function openRunnerHere(page: Page): Promise<void> {
  await page.locator('.send__open').click();
  await runner(page).waitFor();
}

/** Selects the first server of the documents, unless one is selected. */
export async function choosePlatform(page: Page): Promise<void> {
  if (!(await serverSelect(page).inputValue()).includes('/sandbox/')) return;
  // After the sandboxes on the server and in the browser.
  await serverSelect(page).selectOption({ index: 2 });
}

/** Selects the sandbox on the server. */
export async function chooseSandbox(page: Page): Promise<void> {
  await serverSelect(page).selectOption({ index: 0 });
}

/** Opens a page and its request runner, for requests to the platform. */
export async function openRunner(page: Page, urlPath: string): Promise<void> {
  await openSandboxRunner(page, urlPath);
  await choosePlatform(page);
}
