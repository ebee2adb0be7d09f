import { expect, open, test } from './support/fixtures.ts';
import { heading } from './support/locators.ts';

const banner = '#__docusaurus-base-url-issue-banner';

// Specification, section 8: a misconfigured base path shows the base-URL warning banner.
test('the home page warns when its scripts cannot load', async ({ page }) => {
  await page.route('**/assets/js/**', (route) => route.abort());
  await page.goto('/');
  await expect(page.locator(banner)).toBeVisible();
  await expect(page.locator(banner)).toContainText('did not load properly');
  await expect(page.locator(banner)).toContainText('Current configured baseUrl = /');
  await expect(page.locator(`${banner} a`)).toHaveText('baseUrl configuration');
  await expect(heading(page)).toBeVisible();
});

// Specification, section 8: no banner where scripts load.
test('there is no warning when scripts load', async ({ page }) => {
  await page.addInitScript(() => {
    document.addEventListener('docs:scripts-settled', () => {
      document.documentElement.setAttribute('data-scripts-settled', '');
    });
  });
  await open(page, '/');
  await expect(page.locator('html')).toHaveAttribute('data-scripts-settled');
  await expect(page.locator(banner)).toHaveCount(0);
});
