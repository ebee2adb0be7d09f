import type { Locator, Page } from '@playwright/test';
import { pageScript } from './support/build.ts';
import { expect, hydrated, open, test } from './support/fixtures.ts';
import { failScript } from './support/script-routes.ts';
import { axeViolations } from './support/axe.ts';
import { heading, navbar, searchButton, searchInput } from './support/locators.ts';

const retry = (page: Page): Locator => page.getByRole('button', { name: 'Retry' });

/** The red box (docs/behavior.md, section 8) with the text of the error. */
async function expectBox(page: Page): Promise<void> {
  const box = page.getByRole('alert').filter({ has: retry(page) });
  await expect(box).toContainText(/ChunkLoadError: Loading chunk .+ failed/);
  await expect(box.locator('> div')).toHaveCSS('background-color', 'rgb(250, 56, 62)');
}

/** Lets a script load that has failed until now. */
const heal = (page: Page) => page.unrouteAll({ behavior: 'wait' });

// docs/behavior.md, sections 4 and 8: a page that fails to load shows a red box with the error text and 'Retry'.
test('a first page whose chunk fails shows the box and keeps its text', async ({ page }) => {
  await failScript(page, pageScript('/changelog'));
  await page.goto('/changelog/');
  await hydrated(page);
  await expectBox(page);
  await expect(heading(page)).toHaveText('Changelog');
  expect(await axeViolations(page)).toEqual([]);

  // The rest of the page works.
  await searchButton(page).click();
  await expect(searchInput(page)).toBeFocused();
  await page.keyboard.press('Escape');

  await heading(page).selectText();
  await retry(page).press('Enter');
  await expectBox(page);
  await expect(heading(page)).toHaveText('Changelog');
  expect(await page.evaluate(() => getSelection()?.toString())).toBe('Changelog');
  await heal(page);
  await retry(page).click();
  await expect(retry(page)).toHaveCount(0);
  await expect(heading(page)).toHaveText('Changelog');
  await expect(page.getByRole('navigation', { name: 'Breadcrumbs' })).toBeVisible();
});

// A page is several nested modules, and each has a loading state.
for (const path of ['/changelog/', '/platform-api/node-list/', '/search/']) {
  test(`one retry loads all modules of ${path}`, async ({ page }) => {
    await page.route(/assets\/js\/(?!main|runtime)/, (route) => route.abort('failed'));
    await page.goto(path);
    await expectBox(page);
    await retry(page).click();
    await expectBox(page);
    await heal(page);
    // The text that the reader sees stays until the page is there.
    await page.evaluate(() => {
      const hadText = document.querySelector('article h1') !== null;
      new MutationObserver(() => {
        if (!hadText || document.querySelector('article h1')) return;
        document.documentElement.dataset.lost = '';
      }).observe(document.body, { childList: true, subtree: true });
    });
    await retry(page).click();
    await expect(page.getByRole('navigation', { name: 'Breadcrumbs' })).toBeVisible();
    await expect(retry(page)).toHaveCount(0);
    await expect(page.locator('html')).not.toHaveAttribute('data-lost');
  });
}

test('a first page whose chunk fails can be navigated away from', async ({ page }) => {
  await failScript(page, pageScript('/changelog'));
  await page.goto('/changelog/');
  await expectBox(page);
  await navbar(page).getByRole('link', { name: 'Reference' }).click();
  await expect(heading(page)).toHaveText('What is Anedya');
  await expect(retry(page)).toHaveCount(0);
});

test('a search page whose chunk fails shows the box', async ({ page }) => {
  await page.route('**/assets/js/**', async (route) => {
    const isPart = !/(?:main|runtime)/.test(route.request().url());
    const body = isPart ? await (await route.fetch()).text() : '';
    if (body.includes('Search needs JavaScript')) await route.abort('failed');
    else await route.continue();
  });
  await page.goto('/search/');
  await expectBox(page);
  await heal(page);
  await retry(page).click();
  await expect(heading(page)).toHaveText('Search the documentation');
});

// docs/behavior.md, section 4: if preloading the next route fails, the browser reloads the page.
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

// The same with a chunk that always fails: one reload, then the box.
test('a route whose chunk always fails ends with the error box', async ({ page }) => {
  await failScript(page, pageScript('/changelog'));
  await open(page, '/');
  const loads: string[] = [];
  page.on('request', (request) => {
    if (request.isNavigationRequest()) loads.push(request.url());
  });
  await navbar(page).getByRole('link', { name: 'Changelog' }).click();
  await expectBox(page);
  await expect(page).toHaveURL('/changelog/');
  expect(loads).toHaveLength(1);
});
