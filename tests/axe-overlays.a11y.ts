import type { Locator } from '@playwright/test';
import { axeViolationsInBothModes } from './support/axe.ts';
import { expect, open, test } from './support/fixtures.ts';
import {
  hamburger,
  heading,
  mobileSidebar,
  searchButton,
  searchDialog,
} from './support/locators.ts';
import { failSearch } from './support/search-responses.ts';

/** Waits until animations have ended. */
const animated = (element: Locator) =>
  element.evaluate((root) =>
    Promise.all(root.getAnimations({ subtree: true }).map(({ finished }) => finished)),
  );

test.beforeEach(async ({ page }) => {
  await page.emulateMedia({ reducedMotion: 'reduce' });
});

for (const width of [1440, 390]) {
  // docs/behavior.md, section 2: the search dialog.
  test(`axe finds nothing in the search dialog at ${width} px`, async ({ page }) => {
    await page.setViewportSize({ width, height: 844 });
    await open(page, '/');
    await searchButton(page).click();
    const dialog = searchDialog(page);
    await expect(dialog.getByText('No recent searches')).toBeVisible();
    expect.soft(await axeViolationsInBothModes(page), 'empty query').toEqual([]);
    const input = dialog.getByPlaceholder('Search docs');
    await input.fill('mqtt');
    await expect(dialog.getByRole('option').first()).toBeVisible();
    expect.soft(await axeViolationsInBothModes(page), 'hits').toEqual([]);
    await input.fill('zzzzqqq');
    await expect(dialog.getByText('No results for')).toBeVisible();
    expect.soft(await axeViolationsInBothModes(page), 'no hits').toEqual([]);
    await input.fill('heartbeat');
    await expect(dialog.getByRole('option').first()).toContainText(/heartbeat/i);
    await expect(dialog.getByRole('option', { selected: true })).toHaveCount(1);
    await page.keyboard.press('Enter');
    await expect(dialog).toHaveCount(0);
    // The bar is rendered again with the page, without a dialog.
    await expect(heading(page)).toHaveText('Heartbeat');
    await searchButton(page).click();
    await expect(dialog.getByText('Recent', { exact: true })).toBeVisible();
    expect.soft(await axeViolationsInBothModes(page), 'recent searches').toEqual([]);
    await dialog.getByTitle('Save this search').click();
    await expect(dialog.getByText('Favorite')).toBeVisible();
    expect.soft(await axeViolationsInBothModes(page), 'favorites').toEqual([]);
  });

  test(`axe finds nothing in the menu that copies the page at ${width} px`, async ({ page }) => {
    await page.setViewportSize({ width, height: 844 });
    await open(page, '/platform-api/node-create/');
    await page.getByText('Copy page', { exact: true }).click();
    await expect(page.getByRole('button', { name: 'Copy as Markdown' })).toBeVisible();
    await page.getByText('Connect by MCP').click();
    await page.getByText('Cursor', { exact: true }).click();
    expect(await axeViolationsInBothModes(page)).toEqual([]);
  });

  // docs/behavior.md, section 8: all search hosts unreachable.
  test(`axe finds nothing in a search that failed at ${width} px`, async ({ page }) => {
    await page.setViewportSize({ width, height: 844 });
    await failSearch(page);
    await open(page, '/');
    await searchButton(page).click();
    const dialog = searchDialog(page);
    await dialog.getByPlaceholder('Search docs').fill('mqtt');
    await expect(dialog.getByText('Unable to fetch results')).toBeVisible();
    expect.soft(await axeViolationsInBothModes(page)).toEqual([]);
  });

  // docs/behavior.md, section 2: the search results page.
  test(`axe finds nothing on the search page at ${width} px`, async ({ page }) => {
    await page.setViewportSize({ width, height: 844 });
    await open(page, '/search/?q=mqtt');
    await expect(page.getByRole('main').getByRole('listitem').first()).toBeVisible();
    expect.soft(await axeViolationsInBothModes(page), 'hits').toEqual([]);
    await page.getByRole('searchbox').fill('zzzzqqq');
    await expect(page.getByText('No results for')).toBeVisible();
    expect.soft(await axeViolationsInBothModes(page), 'no hits').toEqual([]);
  });
}

// docs/behavior.md, section 2: the mobile menu.
test('axe finds nothing in the mobile sidebar at 390 px', async ({ page }) => {
  await page.setViewportSize({ width: 390, height: 844 });
  await open(page, '/');
  await hamburger(page).click();
  const sidebar = mobileSidebar(page);
  const back = sidebar.getByRole('button', { name: '← Back to main menu' });
  await expect(back).toBeInViewport();
  await animated(sidebar);
  expect.soft(await axeViolationsInBothModes(page), 'docs menu').toEqual([]);
  await back.click();
  await expect(sidebar.getByRole('link', { name: 'Platform APIs' })).toBeInViewport();
  await animated(sidebar);
  expect.soft(await axeViolationsInBothModes(page), 'main menu').toEqual([]);
});
