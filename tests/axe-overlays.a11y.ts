import type { Locator } from '@playwright/test';
import { axeViolations } from './support/axe.ts';
import { expect, open, test } from './support/fixtures.ts';
import { hamburger, mobileSidebar, searchButton, searchDialog } from './support/locators.ts';

/** Waits until what moves has arrived. */
const animated = (element: Locator) =>
  element.evaluate((root) =>
    Promise.all(root.getAnimations({ subtree: true }).map(({ finished }) => finished)),
  );

for (const mode of ['dark', 'light']) {
  test.describe(`in ${mode} mode`, () => {
    test.beforeEach(async ({ page }) => {
      await page.emulateMedia({ reducedMotion: 'reduce' });
      await page.addInitScript((theme) => localStorage.setItem('theme', theme), mode);
    });

    for (const width of [1440, 390]) {
      // Specification, section 2: the search dialog.
      test(`axe finds nothing in the search dialog at ${width} px`, async ({ page }) => {
        await page.setViewportSize({ width, height: 844 });
        await open(page, '/');
        await searchButton(page).click();
        const dialog = searchDialog(page);
        await expect(dialog.getByText('No recent searches')).toBeVisible();
        expect.soft(await axeViolations(page), 'empty query').toEqual([]);
        await dialog.getByPlaceholder('Search docs').fill('mqtt');
        await expect(dialog.getByText('Unable to fetch results')).toBeVisible();
        expect.soft(await axeViolations(page), 'failed query').toEqual([]);
      });
    }

    // Specification, section 2: the mobile menu.
    test('axe finds nothing in the mobile sidebar at 390 px', async ({ page }) => {
      await page.setViewportSize({ width: 390, height: 844 });
      await open(page, '/');
      await hamburger(page).click();
      const sidebar = mobileSidebar(page);
      const back = sidebar.getByRole('button', { name: '← Back to main menu' });
      await expect(back).toBeInViewport();
      await animated(sidebar);
      expect.soft(await axeViolations(page), 'docs menu').toEqual([]);
      await back.click();
      await expect(sidebar.getByRole('link', { name: 'Platform APIs' })).toBeInViewport();
      await animated(sidebar);
      expect.soft(await axeViolations(page), 'main menu').toEqual([]);
    });
  });
}
