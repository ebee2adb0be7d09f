import type { Page } from '@playwright/test';
import { expect, open, test } from './support/fixtures.ts';

const html = (page: Page) => page.locator('html');
const toggle = (page: Page) => page.getByRole('button', { name: /Switch between dark and light/ });
const stored = (page: Page) => page.evaluate(() => localStorage.getItem('theme'));

for (const colorScheme of ['light', 'dark'] as const) {
  // docs/behavior.md, sections 3 and 4: the default is dark, whatever the system prefers.
  test(`the default is dark on a ${colorScheme} system`, async ({ page }) => {
    await page.emulateMedia({ colorScheme });
    await open(page, '/');
    await expect(html(page)).toHaveAttribute('data-theme', 'dark');
    expect(await stored(page)).toBeNull();
  });
}

// docs/behavior.md, section 4: the toggle switches the modes; the choice is stored under the key `theme`.
test('the toggle switches the mode, and the choice persists', async ({ page }) => {
  await open(page, '/');
  const background = () => page.evaluate(() => getComputedStyle(document.body).color);
  const dark = await background();
  await toggle(page).click();
  await expect(html(page)).toHaveAttribute('data-theme', 'light');
  expect(await stored(page)).toBe('light');
  expect(await background()).not.toBe(dark);

  await page.reload();
  await expect(html(page)).toHaveAttribute('data-theme', 'light');
  await toggle(page).click();
  await expect(html(page)).toHaveAttribute('data-theme', 'dark');
  expect(await stored(page)).toBe('dark');
});

// docs/behavior.md, section 4: the stored choice applies before the first paint, without the scripts of the bundle.
test('the stored mode is applied before scripts load', async ({ page }) => {
  await page.addInitScript(() => localStorage.setItem('theme', 'light'));
  await page.route('**/assets/js/**', (route) => route.abort());
  await page.goto('/changelog/');
  await expect(html(page)).toHaveAttribute('data-theme', 'light');
});

// docs/behavior.md, section 4: a change in another tab is picked up.
test('a change in another tab is applied', async ({ page, context }) => {
  await open(page, '/');
  const other = await context.newPage();
  await open(other, '/changelog/');
  await toggle(other).click();
  await expect(html(page)).toHaveAttribute('data-theme', 'light');
  await toggle(page).click();
  await expect(html(other)).toHaveAttribute('data-theme', 'dark');
});

// docs/behavior.md, section 4: the default is dark.
test('an unknown mode from another tab is ignored', async ({ page, context }) => {
  await open(page, '/');
  await page.evaluate(() => {
    window.addEventListener('storage', () => document.body.setAttribute('data-notified', ''));
  });
  const other = await context.newPage();
  await other.goto('/changelog/');
  await other.evaluate(() => localStorage.setItem('theme', 'sepia'));
  await expect(page.locator('body')).toHaveAttribute('data-notified');
  await expect(html(page)).toHaveAttribute('data-theme', 'dark');
});

// docs/behavior.md, sections 3 and 4: the choice is stored, and the system's preference is not respected.
test('the choice survives a change of the system preference', async ({ page }) => {
  await page.emulateMedia({ colorScheme: 'light' });
  await open(page, '/');
  await toggle(page).click();
  await expect(html(page)).toHaveAttribute('data-theme', 'light');
  // The test's listener is the last one: when it has run, those of the site have run.
  await page.evaluate(() => {
    matchMedia('(prefers-color-scheme: dark)').addEventListener('change', () => {
      document.body.setAttribute('data-system-changed', '');
    });
  });
  await page.emulateMedia({ colorScheme: 'dark' });
  await expect(page.locator('body')).toHaveAttribute('data-system-changed');
  expect(await stored(page)).toBe('light');
  await expect(html(page)).toHaveAttribute('data-theme', 'light');
});

/** Simulates a browser that blocks storage for a site: reading the property throws. */
async function blockStorage(page: Page): Promise<void> {
  await page.addInitScript(() => {
    Object.defineProperty(window, 'localStorage', {
      get() {
        throw new DOMException('Access is denied for this document.', 'SecurityError');
      },
    });
  });
}

// docs/behavior.md, section 4: the default is dark and the toggle works, also when the choice cannot be stored.
test('the toggle works on the first click when storage is blocked', async ({ page }) => {
  await blockStorage(page);
  await open(page, '/');
  await expect(html(page)).toHaveAttribute('data-theme', 'dark');
  await toggle(page).click();
  await expect(html(page)).toHaveAttribute('data-theme', 'light');
  await toggle(page).click();
  await expect(html(page)).toHaveAttribute('data-theme', 'dark');
});

for (const stored of ['sepia', '']) {
  test(`a stored mode "${stored}" is ignored`, async ({ page }) => {
    await page.addInitScript((value) => localStorage.setItem('theme', value), stored);
    await open(page, '/');
    await expect(html(page)).toHaveAttribute('data-theme', 'dark');
  });
}
