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
  // A page may still request something when its test ends: a handler that then runs would fail the test.
  context: async ({ context }, use) => {
    await use(context);
    const routed = [context, ...context.pages()];
    await Promise.all(routed.map((one) => one.unrouteAll({ behavior: 'ignoreErrors' })));
  },
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

/**
 * Opens the page of each operation of a group of one API by the link in the list of operations, all in one document: loading it
 * again takes most of the time of tests that open all operations.
 * @param origin of the site, without a slash at its end; empty for `baseURL`
 */
export async function visitOperations(
  page: Page,
  group: readonly string[],
  callback: (route: string) => Promise<void>,
  origin = '',
): Promise<void> {
  await open(
    page,
    `${origin}${group[0]?.startsWith('/device/') ? '/device/api/' : '/platform-api/'}`,
  );
  for (const route of group) {
    await page.getByRole('article').locator(`a[href="${route}"]`).first().click();
    // The page changes when its code has loaded, after the address.
    await page.locator(`a[href="${route}"][aria-current="page"]`).waitFor({ state: 'attached' });
    await callback(route);
    await page.goBack();
  }
}
