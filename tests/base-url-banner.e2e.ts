import { axeViolations } from './support/axe.ts';
import { expect, open, test } from './support/fixtures.ts';
import { heading } from './support/locators.ts';

const banner = '#__docusaurus-base-url-issue-banner';

for (const mode of ['dark', 'light']) {
  for (const path of ['/', '/features/ota/ota-anedya/', '/no-such-page/']) {
    // docs/behavior.md, section 8: with a misconfigured base path, every page shows the base-URL warning banner.
    test(`${path} warns in ${mode} mode when its scripts cannot load`, async ({ page }) => {
      await page.addInitScript((theme) => localStorage.setItem('theme', theme), mode);
      await page.route('**/assets/js/**', (route) => route.abort());
      await page.goto(path);
      await expect(page.locator(banner)).toBeVisible();
      await expect(page.locator(banner)).toContainText('did not load properly');
      await expect(page.locator(banner)).toContainText('Current configured baseUrl = /');
      await expect(page.locator(`${banner} a`)).toHaveText('baseUrl configuration');
      await expect(heading(page)).toBeVisible();
      const inBanner = (await axeViolations(page)).filter((line) => line.includes('base-url'));
      expect(inBanner.filter((line) => line.startsWith('color-contrast'))).toEqual([]);
    });
  }
}

for (const [servedAt, page, suggested] of [
  ['/docs/features/ota/ota-anedya/', '/features/ota/ota-anedya/', '/docs/'],
  ['/docs/', '/', '/docs/'],
  ['/elsewhere/', '/features/ota/ota-anedya/', '/'],
  // The not-found page has no canonical path.
  ['/docs/no-such-page/', '/no-such-page/', '/'],
] as const) {
  test(`the banner of ${page} at ${servedAt} suggests ${suggested}`, async ({ page: tab }) => {
    await tab.route('**/*', async (route) => {
      const url = new URL(route.request().url());
      if (url.pathname !== servedAt) return route.abort();
      return route.fulfill({ response: await route.fetch({ url: new URL(page, url).href }) });
    });
    await tab.goto(servedAt);
    await expect(tab.locator(`${banner}-suggestion-container`)).toHaveText(suggested);
  });
}

// docs/behavior.md, section 8: no banner when scripts load.
test('there is no warning when scripts load', async ({ page }) => {
  await page.addInitScript(() => {
    document.addEventListener('docs:scripts-settled', () => {
      document.documentElement.setAttribute('data-scripts-settled', '');
    });
  });
  await open(page, '/changelog/');
  await expect(page.locator('html')).toHaveAttribute('data-scripts-settled');
  await expect(page.locator(banner)).toHaveCount(0);
});
