import { test as base, type Page } from '@playwright/test';
import { startSite } from './site.ts';

export { siteDir } from './site.ts';

interface WorkerFixtures {
  /** Origin of the real server with the built site, on a free port. */
  readonly origin: string;
}

/** Playwright's `test` with the built site at `baseURL`. */
export const test = base.extend<object, WorkerFixtures>({
  origin: [
    // Playwright reads the fixture's dependencies from this pattern.
    // eslint-disable-next-line no-empty-pattern
    async ({}, use) => {
      const site = await startSite();
      await use(site.origin);
      await site.close();
    },
    { scope: 'worker' },
  ],
  baseURL: async ({ origin }, use) => use(origin),
});

export { expect } from '@playwright/test';

/** Waits until React has hydrated the page. */
export async function hydrated(page: Page): Promise<void> {
  await page.locator('html[data-has-hydrated="true"]').waitFor({ state: 'attached' });
}

/** Opens a path and waits until React has hydrated the page. */
export async function open(page: Page, urlPath: string): Promise<void> {
  await page.goto(urlPath);
  await hydrated(page);
}
