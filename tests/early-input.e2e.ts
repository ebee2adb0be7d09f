import type { Page } from '@playwright/test';
import { mainScript } from './support/build.ts';
import { expect, hydrated, test } from './support/fixtures.ts';
import {
  hamburger,
  heading,
  mobileSidebar,
  navbar,
  searchButton,
  searchDialog,
  searchInput,
  sampleMenu,
} from './support/locators.ts';
import { delayScript } from './support/script-routes.ts';

/**
 * Opens a page and delays its scripts. @returns a function that releases them and waits until React has hydrated the page
 */
async function openBeforeHydration(page: Page, urlPath: string): Promise<() => Promise<void>> {
  const script = await delayScript(page, mainScript());
  await page.goto(urlPath, { waitUntil: 'domcontentloaded' });
  await expect.poll(script.requested).toBe(true);
  return async () => {
    await script.release();
    await hydrated(page);
  };
}

const html = (page: Page) => page.locator('html');
const colorModeToggle = (page: Page) =>
  page.getByRole('button', { name: /Switch between dark and light mode/ });
const storedMode = (page: Page) => page.evaluate(() => localStorage.getItem('theme'));

test('a color mode chosen before hydration applies immediately and persists', async ({ page }) => {
  const hydrate = await openBeforeHydration(page, '/');
  await colorModeToggle(page).click();
  await expect(html(page)).toHaveAttribute('data-theme', 'light');
  await hydrate();
  await expect(html(page)).toHaveAttribute('data-theme', 'light');
  expect(await storedMode(page)).toBe('light');
  await expect(colorModeToggle(page)).toHaveAccessibleName(/currently light mode/);
  await colorModeToggle(page).click();
  await expect(html(page)).toHaveAttribute('data-theme', 'dark');
  expect(await storedMode(page)).toBe('dark');
});

test('a color mode chosen during hydration persists', async ({ page }) => {
  // The first task after the render, when React has read the mode. Its effects then set that mode.
  await page.addInitScript(() => {
    document.addEventListener('DOMContentLoaded', () => {
      const link = document.querySelector('link[data-rh], meta[data-rh]');
      if (!link) throw new Error('no element of the head manager');
      new MutationObserver((_records, observer) => {
        observer.disconnect();
        document.querySelector<HTMLElement>('[data-early="color-mode"]')?.click();
      }).observe(document.head, { childList: true });
    });
  });
  const hydrate = await openBeforeHydration(page, '/');
  await hydrate();
  await expect(html(page)).toHaveAttribute('data-theme', 'light');
  await expect(colorModeToggle(page)).toHaveAccessibleName(/currently light mode/);
  expect(await storedMode(page)).toBe('light');
});

test('a sample language chosen before hydration is shown at once and stays', async ({ page }) => {
  const hydrate = await openBeforeHydration(page, '/platform-api/node-create/');
  const program = page.locator('.samples__panel.sample--http-go');
  await expect(program).toBeHidden();
  await sampleMenu(page).selectOption('Go');
  await expect(program).toBeVisible();
  await hydrate();
  await expect(program).toBeVisible();
  await expect(sampleMenu(page)).toHaveValue('go');
  await expect(page).toHaveURL(/lang=go/);
  expect(await page.evaluate(() => localStorage.getItem('docs-sample-http'))).toBe('go');
});

test('a sample language whose menu closes during hydration is kept', async ({ page }) => {
  // Browsers send `input` when an option is selected and `change` when the menu closes. Between them, React resets the menu.
  await page.addInitScript(() => {
    document.addEventListener('DOMContentLoaded', () => {
      const menu = document.querySelector<HTMLSelectElement>('.samples__menu select');
      if (!menu) throw new Error('no menu of samples');
      menu.value = 'go';
      menu.dispatchEvent(new Event('input', { bubbles: true }));
      new MutationObserver((_records, observer) => {
        observer.disconnect();
        menu.value = 'curl';
        menu.dispatchEvent(new Event('change', { bubbles: true }));
      }).observe(document.head, { childList: true });
    });
  });
  const hydrate = await openBeforeHydration(page, '/platform-api/node-create/');
  await expect(page.locator('.samples__panel.sample--http-go')).toBeVisible();
  await hydrate();
  await expect(page.locator('.samples__panel.sample--http-go')).toBeVisible();
  await expect(sampleMenu(page)).toHaveValue('go');
  await expect(page).toHaveURL(/lang=go/);
  expect(await page.evaluate(() => localStorage.getItem('docs-sample-http'))).toBe('go');
});

for (const urlPath of ['/getting-started/submitData/', '/platform-api/access-token-create/']) {
  test(`details of ${urlPath} opened before hydration stay open`, async ({ page }) => {
    let reactClicks = 0;
    await page.exposeFunction('reportClick', () => (reactClicks += 1));
    await page.addInitScript(() => {
      const report = () => (window as unknown as { reportClick: () => void }).reportClick();
      document.addEventListener('click', report, true);
    });
    const hydrate = await openBeforeHydration(page, urlPath);
    const all = page.locator('main details');
    const index = await all.evaluateAll((found) =>
      found.findIndex((details) => !(details as HTMLDetailsElement).open),
    );
    const details = all.nth(index);
    const content = details.locator(':scope > :not(summary)').first();
    await expect(content).toBeHidden();
    const summary = details.locator('summary').first();
    await summary.click();
    await expect(content).toBeVisible();
    // A click that reaches React makes it hydrate the page in one task.
    expect(reactClicks).toBe(0);
    await hydrate();
    await expect(content).toBeVisible();
    await expect(summary).toBeFocused();
    await summary.click();
    await expect(content).toBeHidden();
    await expect.poll(() => reactClicks).toBe(1);
  });
}

test('the menu opened before hydration is the mobile sidebar after it', async ({ page }) => {
  await page.setViewportSize({ width: 390, height: 844 });
  const hydrate = await openBeforeHydration(page, '/');
  await hamburger(page).click();
  const early = page.locator('.early-menu');
  await expect(early.getByRole('link', { name: 'Platform overview' })).toBeInViewport();
  await early.locator('button.menu__caret').first().click();
  await expect(early.getByRole('link', { name: 'Platform overview' })).toBeInViewport();
  await hydrate();
  await expect(early).toHaveCount(0);
  await expect(
    mobileSidebar(page).getByRole('link', { name: 'Platform overview' }),
  ).toBeInViewport();
  await expect(hamburger(page)).toHaveAttribute('aria-expanded', 'true');
  await page.keyboard.press('Escape');
  await expect(mobileSidebar(page)).not.toBeInViewport();
  await expect(hamburger(page)).toBeFocused();
});

test('the menu closed before hydration stays closed', async ({ page }) => {
  await page.setViewportSize({ width: 390, height: 844 });
  const hydrate = await openBeforeHydration(page, '/search/');
  const link = page.locator('.early-menu').getByRole('link', { name: 'Platform APIs' });
  for (const close of [
    () => page.keyboard.press('Escape'),
    () => page.getByRole('button', { name: 'Close navigation bar' }).click(),
    () =>
      page
        .locator('.navbar-sidebar--show > .navbar-sidebar__backdrop')
        .click({ position: { x: 380, y: 400 } }),
  ]) {
    await hamburger(page).click();
    await expect(link).toBeInViewport();
    await close();
    await expect(link).toHaveCount(0);
  }
  await hydrate();
  await expect(mobileSidebar(page)).toHaveCount(0);
});

for (const opening of ['button', 'Control+k', '/'] as const) {
  test(`search opened with ${opening} before hydration loses no character`, async ({ page }) => {
    const hydrate = await openBeforeHydration(page, '/');
    if (opening === 'button') await searchButton(page).click();
    else await page.keyboard.press(opening);
    await page.keyboard.type('heart');
    await expect(page.locator('#early-search input')).toHaveValue('heart');
    await Promise.all([hydrate(), page.keyboard.type('beat of a node', { delay: 40 })]);
    await expect(searchInput(page)).toBeFocused();
    await expect(searchInput(page)).toHaveValue('heartbeat of a node');
    await expect(page.locator('#early-search')).toHaveCount(0);
    await page.keyboard.press('Escape');
    await expect(searchDialog(page)).toHaveCount(0);
  });
}

test('a slash before hydration opens search from a field without text', async ({ page }) => {
  await openBeforeHydration(page, '/platform-api/node-create/');
  await sampleMenu(page).focus();
  await page.keyboard.press('/');
  await expect(page.locator('#early-search input')).toBeFocused();
});

test('Enter in the early search field opens the search page', async ({ page }) => {
  await openBeforeHydration(page, '/');
  await searchButton(page).click();
  await page.keyboard.type('heartbeat');
  await page.keyboard.press('Enter');
  await expect(page).toHaveURL('/search/?q=heartbeat');
});

test('Escape and a click outside close the early search field', async ({ page }) => {
  const hydrate = await openBeforeHydration(page, '/');
  const early = page.locator('#early-search');
  await searchButton(page).click();
  await expect(early).toBeVisible();
  // Escape cancels the input of an input method first.
  await early.getByRole('textbox').dispatchEvent('keydown', { key: 'Escape', isComposing: true });
  await expect(early).toBeVisible();
  await page.keyboard.press('Escape');
  await expect(early).toHaveCount(0);
  await expect(searchButton(page)).toBeFocused();
  await searchButton(page).click();
  await page.mouse.click(20, 600);
  await expect(early).toHaveCount(0);
  await hydrate();
  await expect(searchDialog(page)).toHaveCount(0);
});

test('a query typed on the search page before hydration is searched', async ({ page }) => {
  const hydrate = await openBeforeHydration(page, '/search/');
  await page.getByRole('searchbox').fill('heartbeat');
  await hydrate();
  await expect(heading(page)).toHaveText('Search results for "heartbeat"');
  await expect(page.getByRole('searchbox')).toHaveValue('heartbeat');
});

test('a link clicked before hydration is followed', async ({ page }) => {
  await openBeforeHydration(page, '/');
  await navbar(page).getByRole('link', { name: 'Changelog' }).click();
  await expect(page).toHaveURL('/changelog/');
  await expect(heading(page)).toHaveText('Changelog');
});

test('any other button clicked before hydration works after it', async ({ page }) => {
  const hydrate = await openBeforeHydration(page, '/');
  const bar = page.locator('.theme-announcement-bar, [class*=announcementBar_]').first();
  await bar.getByRole('button', { name: 'Close' }).click();
  await page.getByRole('button', { name: "Collapse sidebar category 'Getting started'" }).click();
  await hydrate();
  await expect(bar).toHaveCount(0);
  await expect(
    page.getByRole('button', { name: "Expand sidebar category 'Getting started'" }),
  ).toHaveAttribute('aria-expanded', 'false');
});
