import { pageScript } from './support/build.ts';
import { expect, hydrated, open, test } from './support/fixtures.ts';
import { failScript } from './support/held.ts';
import { servePageAt } from './support/static-host.ts';
import { heading, navbar } from './support/locators.ts';

// Specification, sections 4 and 8: a page that fails to load shows a red box with the error text and 'Retry'.
test('a chunk that fails to load shows the error and a Retry button that works', async ({
  page,
}) => {
  // A route change would reload the browser instead; a host that serves index.html itself does not.
  await servePageAt(page, '/changelog/index.html', '/changelog/');
  await failScript(page, pageScript('/changelog'), 1);
  await page.goto('/changelog/index.html');
  await hydrated(page);

  const retry = page.getByRole('button', { name: 'Retry' });
  const box = page
    .locator('div', { has: retry })
    .filter({ hasText: /Loading chunk/ })
    .last();
  await expect(box).toContainText(/ChunkLoadError: Loading chunk .+ failed/);
  await expect(box).toHaveCSS('background-color', 'rgb(250, 56, 62)');
  await retry.click();
  await expect(heading(page)).toHaveText('Changelog');
  await expect(retry).toHaveCount(0);
});

// Specification, section 4: if preloading the next route fails, the browser reloads the page.
test('a route whose chunk fails to preload is loaded by a full reload', async ({ page }) => {
  await failScript(page, pageScript('/changelog'), 1);
  await open(page, '/');
  await page.evaluate(() => Object.assign(window, { firstDocument: true }));
  const reload = page.waitForRequest((request) => request.isNavigationRequest());

  await navbar(page).getByRole('link', { name: 'Changelog' }).click();
  expect(new URL((await reload).url()).pathname).toBe('/changelog/');
  await expect(heading(page)).toHaveText('Changelog');
  await hydrated(page);
  expect(await page.evaluate(() => 'firstDocument' in window)).toBe(false);
});
