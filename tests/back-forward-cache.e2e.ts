import type { Page } from '@playwright/test';
import { expect, open, test } from './support/fixtures.ts';

// Playwright disables the cache by default.
test.use({
  launchOptions: async ({ launchOptions }, use) => {
    await use({ ...launchOptions, ignoreDefaultArgs: ['--disable-back-forward-cache'] });
  },
});

/** Pages of every kind except not-found: browsers cache only pages with status 200. */
const pages = [
  '/',
  '/essentials/concepts/',
  '/changelog/',
  '/getting-started/',
  '/platform-api/',
  '/platform-api/node-create/',
  '/device/api/submitdata/',
  '/device/mqtt-endpoints/',
  '/search/?q=heartbeat',
];

/** Reasons why the browser could not restore the previous page from the cache (HTML, 7.4.7.1 `NotRestoredReasons`). */
const notRestoredReasons = (page: Page) =>
  page.evaluate(() => {
    const [entry] = performance.getEntriesByType('navigation') as (PerformanceNavigationTiming & {
      notRestoredReasons?: { reasons: { reason: string }[] | null } | null;
    })[];
    return entry?.notRestoredReasons?.reasons?.map(({ reason }) => reason) ?? [];
  });

for (const urlPath of pages) {
  test(
    `going back to ${urlPath} restores the page as it was left`,
    { tag: '@browser' },
    async ({ page }) => {
      await open(page, urlPath);
      await page.evaluate(() => {
        window.addEventListener('pageshow', ({ persisted }) => {
          document.documentElement.dataset.restored = String(persisted);
        });
      });
      await page.goto('/features/');
      // A restored page has no `load` event.
      await page.goBack({ waitUntil: 'commit' });
      // The browser can replace the page after the commit, which ends an evaluation in the former one.
      await expect(async () => {
        const reasons = await notRestoredReasons(page);
        const restored = await page.locator('html').getAttribute('data-restored');
        expect({ reasons, restored }).toEqual({ reasons: [], restored: 'true' });
      }).toPass({ timeout: 15_000 });
    },
  );
}
