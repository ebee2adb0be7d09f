import type { Page } from '@playwright/test';
import { axeViolations } from './support/axe.ts';
import { expect, open, test } from './support/fixtures.ts';
import { searchButton, searchDialog, searchHits, searchInput } from './support/locators.ts';
import { mockSearch } from './support/search-responses.ts';

/** After the last element and before the first one, the focus moves to the browser, and no element of the page has it. */
const holdsFocus = (page: Page) =>
  searchDialog(page).evaluate(
    (root) => root.contains(document.activeElement) || document.activeElement === document.body,
  );

/** Requests of the page's own scripts from now on: the parts of the dialog. */
async function onDialogPart(page: Page, handle: () => Promise<'fail' | 'pass'>): Promise<void> {
  await page.route('**/assets/js/**', async (route) => {
    if ((await handle()) === 'fail') await route.abort('failed');
    else await route.continue();
  });
}

const threeHits = () => ['First', 'Second', 'Third'].map((title) => ({ title }));

test('Tab stays inside the dialog in all its states', async ({ page }) => {
  await mockSearch(page, threeHits);
  await open(page, '/');
  await searchButton(page).click();
  await expect(searchInput(page)).toBeFocused();
  for (const query of ['', 'node']) {
    await searchInput(page).fill(query);
    if (query !== '') await expect(searchHits(page)).toHaveCount(3);
    const seen = new Set<string>();
    for (const key of ['Tab', 'Shift+Tab']) {
      for (let step = 0; step < 10; step += 1) {
        await page.keyboard.press(key);
        expect(await holdsFocus(page)).toBe(true);
        seen.add(await page.evaluate(() => document.activeElement?.outerHTML ?? ''));
      }
    }
    expect(seen.size).toBeGreaterThan(query === '' ? 0 : 3);
    await searchInput(page).focus();
  }
});

// WCAG 2.1, 4.1.3: results and errors are status messages.
test('the dialog announces results, their absence and errors', async ({ page }) => {
  await mockSearch(page, (query) => (query === 'node' ? threeHits() : []));
  await open(page, '/');
  await searchButton(page).click();
  const status = searchDialog(page).getByRole('status');
  await searchInput(page).fill('node');
  await expect(status).toHaveText('3 results');
  for (const query of ['qqqqzz', 'qqqqzzz']) {
    await searchInput(page).fill(query);
    await expect(status).toHaveText(`0 results for "${query}"`);
  }
  await page.route('**/1/indexes/**', (route) => route.fulfill({ status: 403, json: {} }));
  await searchInput(page).fill('mqtt');
  await expect(searchDialog(page).getByRole('alert')).toContainText('Unable to fetch results');
  await searchInput(page).fill('');
  await expect(status).toBeEmpty();
});

test('nothing behind the dialog can be focused or activated', async ({ page }) => {
  await open(page, '/');
  await searchButton(page).click();
  await expect(searchInput(page)).toBeFocused();
  const link = page.getByRole('link', { name: 'Changelog', includeHidden: true }).first();
  expect(
    await link.evaluate((element: HTMLElement) => {
      element.focus();
      return document.activeElement === element;
    }),
  ).toBe(false);
  await page.keyboard.press('Escape');
  expect(
    await link.evaluate((element: HTMLElement) => {
      element.focus();
      return document.activeElement === element;
    }),
  ).toBe(true);
});

// docs/behavior.md, section 4: the dialog closes on cancel; Back is one way to cancel.
test('Back closes the dialog and stays on the page', async ({ page }) => {
  await open(page, '/');
  await page.getByRole('link', { name: 'Next Platform overview' }).click();
  await expect(page).toHaveURL('/anedya-overview/');
  await searchButton(page).click();
  await expect(searchInput(page)).toBeFocused();
  await page.evaluate(() => history.back());
  await expect(searchDialog(page)).toHaveCount(0);
  await expect(page).toHaveURL('/anedya-overview/');
  await page.evaluate(() => history.back());
  await expect(page).toHaveURL('/');
});

test('keys typed while the dialog loads are not lost', async ({ page }) => {
  await open(page, '/');
  let release: () => void = () => undefined;
  const released = new Promise<'pass'>((resolve) => {
    release = () => resolve('pass');
  });
  await onDialogPart(page, () => released);
  await page.keyboard.press('Control+k');
  await page.keyboard.type('heart');
  await expect(searchDialog(page).getByText('Loading search…')).toBeVisible();
  await expect(searchDialog(page).getByPlaceholder('Search docs')).toHaveValue('heart');
  release();
  await page.keyboard.type('beat', { delay: 40 });
  await expect(searchInput(page)).toBeFocused();
  await expect(searchInput(page)).toHaveValue('heartbeat');
  await expect(searchHits(page).first()).toContainText(/heartbeat/i);
  await expect(searchDialog(page)).toHaveCount(1);
});

test('the key that opens the dialog is its first letter, also while it loads', async ({ page }) => {
  await open(page, '/');
  let release: () => void = () => undefined;
  const released = new Promise<'pass'>((resolve) => {
    release = () => resolve('pass');
  });
  await onDialogPart(page, () => released);
  await searchButton(page).focus();
  await page.keyboard.type('mqtt');
  await expect(searchDialog(page).getByPlaceholder('Search docs')).toHaveValue('mqtt');
  release();
  await expect(searchInput(page)).toHaveValue('mqtt');
});

test('a dialog that cannot be loaded shows an error with a retry', async ({ page }) => {
  await open(page, '/');
  let result: 'fail' | 'pass' = 'fail';
  await onDialogPart(page, () => Promise.resolve(result));
  await page.keyboard.press('/');
  await page.keyboard.type('mqtt');
  const alert = searchDialog(page).getByRole('alert');
  await expect(alert).toContainText('Search could not be loaded.');
  expect(await axeViolations(page)).toEqual([]);
  await page.keyboard.press('Escape');
  await expect(searchDialog(page)).toHaveCount(0);
  await searchButton(page).click();
  await expect(alert).toBeVisible();
  await page.keyboard.type('mqtt');
  result = 'pass';
  await alert.getByRole('button', { name: 'Retry' }).click();
  await expect(searchDialog(page).getByPlaceholder('Search docs')).toBeFocused();
  await expect(searchInput(page)).toHaveValue('mqtt');
  await expect(searchHits(page).first()).toBeVisible();
});

test('Escape returns the focus to where the dialog was opened', async ({ page }) => {
  await open(page, '/search/');
  const box = page.getByRole('searchbox');
  await box.focus();
  await page.keyboard.press('Control+k');
  await expect(searchInput(page)).toBeFocused();
  await page.keyboard.press('Escape');
  await expect(box).toBeFocused();
});

test('"More results" moves the focus to the first new result', async ({ page }) => {
  await open(page, '/search/?q=node');
  const results = page
    .getByRole('main')
    .getByRole('listitem')
    .filter({ has: page.getByRole('heading') });
  await expect(results).toHaveCount(20);
  const more = page.getByRole('button', { name: 'More results' });
  await more.focus();
  // On a busy machine, the page itself searches, and the button shows that it is loading only briefly.
  await more.evaluate((button) => {
    new MutationObserver(() => {
      if (button.textContent !== 'Loading…') return;
      button.dataset.loaded = document.activeElement === button ? 'with focus' : 'without focus';
    }).observe(button, { childList: true, characterData: true, subtree: true });
  });
  await page.keyboard.press('Enter');
  await expect(page.getByRole('button', { name: 'More results' })).toHaveAttribute(
    'data-loaded',
    'with focus',
  );
  await expect(results).toHaveCount(40);
  // In its group, which may be above those of earlier results.
  await expect(page.locator('[data-hit="20"]').getByRole('link').first()).toBeFocused();
});

for (const [system, userAgent, hint] of [
  ['a Mac', 'Mozilla/5.0 (Macintosh; Intel Mac OS X 10_15_7) AppleWebKit/537.36 Chrome/138', '⌘K'],
  ['Linux', 'Mozilla/5.0 (X11; Linux x86_64) AppleWebKit/537.36 Chrome/138', 'Ctrl K'],
] as const) {
  test.describe(`on ${system}`, () => {
    test.use({ userAgent });
    test(`the search button shows ${hint}`, async ({ page }) => {
      await open(page, '/');
      await expect(searchButton(page).locator('kbd')).toHaveText(hint);
    });
  });
}
