import type { Page } from '@playwright/test';
import { expect, open, test } from './support/fixtures.ts';
import { heading, navbar } from './support/locators.ts';

const prefetchLinks = (page: Page) => page.locator('link[rel="prefetch"]');

test('the base-URL banner finds the framework when the scripts have loaded', async ({ page }) => {
  await page.addInitScript(() => {
    document.addEventListener('docs:scripts-settled', () => {
      Object.assign(window, { foundAtEnd: 'docusaurus' in window });
    });
  });
  await open(page, '/');
  expect(await page.evaluate(() => (window as unknown as { foundAtEnd: boolean }).foundAtEnd)).toBe(
    true,
  );
});

test('a page starts in several tasks', async ({ page }) => {
  await page.addInitScript(() => {
    const steps = { count: 0 };
    Object.assign(window, { steps });
    Object.assign(window, {
      scheduler: {
        yield: () => {
          if (document.documentElement.dataset.hasHydrated !== 'true') steps.count += 1;
          return new Promise((resolve) => setTimeout(resolve));
        },
      },
    });
  });
  await open(page, '/');
  const count = await page.evaluate(
    () => (window as unknown as { steps: { count: number } }).steps.count,
  );
  expect(count).toBe(5);
});

// Safari supports neither.
test('a page starts without scheduler.yield and requestIdleCallback', async ({ page }) => {
  await page.addInitScript(() => {
    Object.assign(window, { scheduler: undefined, requestIdleCallback: undefined });
  });
  await open(page, '/');
  await expect(prefetchLinks(page)).not.toHaveCount(0);
  await navbar(page).getByRole('link', { name: 'Changelog' }).click();
  await expect(heading(page)).toHaveText('Changelog');
});

test('the layout follows the width of the window across 996 px', async ({ page }) => {
  await page.setViewportSize({ width: 1200, height: 900 });
  await open(page, '/essentials/concepts/');
  const desktopContents = page.locator('.theme-doc-toc-desktop');
  const menu = page.getByRole('button', { name: 'Toggle navigation bar' });
  await expect(desktopContents).toBeVisible();
  await expect(menu).toBeHidden();
  for (const round of [1, 2]) {
    await page.setViewportSize({ width: 996, height: 900 });
    await expect(desktopContents, `round ${round}`).toBeHidden();
    await menu.click();
    await expect(page.locator('.navbar-sidebar')).toBeVisible();
    await page.setViewportSize({ width: 997, height: 900 });
    await expect(desktopContents, `round ${round}`).toBeVisible();
    await expect(page.locator('.navbar-sidebar--show')).toHaveCount(0);
  }
});
