import path from 'node:path';
import { test as base, type Page } from '@playwright/test';
import { buildApp } from '../../packages/server/src/app.ts';
import { anyLoad, testSandbox } from './test-sandbox.ts';

export const siteDir = path.resolve(import.meta.dirname, '../../site/build');

interface WorkerFixtures {
  /** Origin of the real server over the built site, on a free port. */
  readonly origin: string;
}

/** Playwright's `test` with the built site behind `baseURL`. */
export const test = base.extend<object, WorkerFixtures>({
  origin: [
    // Playwright reads the fixture's dependencies from this pattern.
    // eslint-disable-next-line no-empty-pattern
    async ({}, use) => {
      const sandbox = testSandbox();
      const app = await buildApp({
        siteDir,
        basePath: '/',
        trustProxy: false,
        logLevel: 'silent',
        sandbox,
        pressure: anyLoad,
      });
      await app.listen({ host: '127.0.0.1', port: 0 });
      await sandbox.upstream.ready();
      const address = app.server.address();
      if (typeof address !== 'object' || address === null)
        throw new Error('the server has no port');
      await use(`http://127.0.0.1:${address.port}`);
      await app.close();
    },
    { scope: 'worker' },
  ],
  baseURL: async ({ origin }, use) => use(origin),
});

export { expect } from '@playwright/test';

/** Waits until React has taken over the page. */
export async function hydrated(page: Page): Promise<void> {
  await page.locator('html[data-has-hydrated="true"]').waitFor({ state: 'attached' });
}

/** Opens a path and waits until React has taken over. */
export async function open(page: Page, urlPath: string): Promise<void> {
  await page.goto(urlPath);
  await hydrated(page);
}
