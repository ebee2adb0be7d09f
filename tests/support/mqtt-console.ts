import type { Locator, Page } from '@playwright/test';
import { buildApp } from '../../packages/server/src/app.ts';
import { open, siteDir, test as base } from './fixtures.ts';
import { anyLoad, testSandbox } from './test-sandbox.ts';
import { storedSandbox } from './sandbox.ts';

export const consolePage = '/device/mqtt-endpoints/';

interface WorkerFixtures {
  readonly origin: string;
  /** Lines of the server's log. */
  readonly log: string[];
}

/** Playwright's `test` with the built site and its sandbox, including MQTT, on one free port. */
export const test = base.extend<object, WorkerFixtures>({
  // Playwright reads the fixture's dependencies from this pattern.
  // eslint-disable-next-line no-empty-pattern
  log: [async ({}, use) => use([]), { scope: 'worker' }],
  origin: [
    async ({ log }, use) => {
      const sandbox = testSandbox();
      const app = await buildApp({
        siteDir,
        basePath: '/',
        trustProxy: false,
        logLevel: 'trace',
        logStream: { write: (line) => void log.push(line) },
        // Every test creates projects, for which one address has a rate limit.
        sandbox,
        pressure: anyLoad,
      });
      const origin = await app.listen({ host: '127.0.0.1', port: 0 });
      await sandbox.upstream.ready();
      await use(origin);
      await app.close();
    },
    { scope: 'worker' },
  ],
});

export { expect } from './fixtures.ts';

export const consoleOf = (page: Page): Locator =>
  page.getByRole('region', { name: 'MQTT console' });

export const stateOf = (page: Page): Locator => consoleOf(page).getByRole('status');

export const press = (page: Page, name: string): Promise<void> =>
  consoleOf(page).getByRole('button', { name, exact: true }).click();

/** Entries of the timeline with this text, newest first. */
export const entries = (page: Page, text: string | RegExp): Locator =>
  consoleOf(page).locator('ol > li').filter({ hasText: text });

/** Opens the page of the console, and the console. */
export async function openConsole(page: Page): Promise<void> {
  await open(page, consolePage);
  await page.getByRole('button', { name: 'MQTT console' }).click();
  await consoleOf(page).waitFor();
}

/** Opens the console and connects. */
export async function connectConsole(page: Page, version = 'MQTT 5.0'): Promise<void> {
  await openConsole(page);
  await consoleOf(page).getByLabel('Version').selectOption(version);
  await press(page, 'Connect');
  await stateOf(page).getByText(`Connected as the device of node`).waitFor();
}

/** The sandbox project that the tab has stored. */
export interface Project {
  readonly apiKey: string;
  readonly platformUrl: string;
  readonly examples: Readonly<Record<string, string>>;
  readonly nodes: readonly {
    readonly nodeId: string;
    readonly deviceId: string;
    readonly connectionKey: string;
  }[];
}

export async function projectOf(page: Page): Promise<Project> {
  return (JSON.parse(await storedSandbox(page)) as { project: Project }).project;
}

/** Sends a request to the sandbox with the API key of the tab's project. */
export async function sendToPlatform(
  { apiKey, platformUrl }: Project,
  operationPath: string,
  body: object,
): Promise<Readonly<Record<string, unknown>>> {
  const response = await fetch(platformUrl + operationPath, {
    method: 'POST',
    headers: { 'Content-Type': 'application/json', Authorization: `Bearer ${apiKey}` },
    body: JSON.stringify(body),
  });
  return (await response.json()) as Readonly<Record<string, unknown>>;
}
