import type { Page } from '@playwright/test';
import { expect, hydrated, open, test } from './support/fixtures.ts';
import { searchButton, searchDialog, searchInput } from './support/locators.ts';
import { mockSearch } from './support/search-responses.ts';

// One test visits more pages than the history stores.
test.describe.configure({ timeout: 180_000 });

const sources = (page: Page) => searchDialog(page).locator('.DocSearch-Hits');
const recent = (page: Page) =>
  sources(page)
    .filter({ has: page.getByText('Recent', { exact: true }) })
    .getByRole('treeitem');
const favorites = (page: Page) =>
  sources(page)
    .filter({ has: page.getByText('Favorite', { exact: true }) })
    .getByRole('treeitem');

/** Searches for a word and opens its only hit. */
async function visit(page: Page, word: string): Promise<void> {
  await searchButton(page).click();
  await searchInput(page).fill(word);
  await expect(searchDialog(page).getByRole('treeitem').first()).toHaveText(new RegExp(word));
  await expect(searchDialog(page).getByRole('treeitem', { selected: true })).toHaveCount(1);
  await page.keyboard.press('Enter');
  await expect(searchDialog(page)).toHaveCount(0);
}

test.beforeEach(async ({ page }) => {
  await mockSearch(page, (query) => [
    { title: query, url: `https://docs.anedya.io/changelog/#${query}` },
  ]);
  await open(page, '/changelog/');
});

// Specification, section 9: up to 7 recent searches are stored, in the browser's local storage.
test('the dialog keeps the last 7 searches', async ({ page }) => {
  for (let number = 1; number <= 8; number += 1) await visit(page, `word${number}`);
  await searchButton(page).click();
  await expect(recent(page)).toHaveText(
    [8, 7, 6, 5, 4, 3, 2].map((number) => new RegExp(`word${number}`)),
  );
  await page.reload();
  await hydrated(page);
  await searchButton(page).click();
  await expect(recent(page)).toHaveCount(7);
});

// Specification, section 9: up to 4 recent searches when there are favorites, and up to 10 favorites.
test('the dialog keeps 10 favorites and 4 recent searches', async ({ page }) => {
  for (let number = 1; number <= 11; number += 1) {
    await visit(page, `word${number}`);
    await searchButton(page).click();
    await recent(page).first().getByTitle('Save this search').click();
    // It is stored after its animation: a dialog that closes before that would lose it.
    await expect(favorites(page).first()).toHaveText(new RegExp(`word${number}$`));
    await page.keyboard.press('Escape');
  }
  for (const letter of ['a', 'b', 'c', 'd', 'e']) await visit(page, `letter-${letter}`);
  await searchButton(page).click();
  await expect(recent(page)).toHaveText(
    ['e', 'd', 'c', 'b'].map((letter) => new RegExp(`letter-${letter}`)),
  );
  await expect(favorites(page)).toHaveText(
    [11, 10, 9, 8, 7, 6, 5, 4, 3, 2].map((number) => new RegExp(`word${number}$`)),
  );
});

// Specification, section 9: 4 recent searches when there are favorites, from the first favorite on.
test('the first favorite reduces 7 recent searches to 4', async ({ page }) => {
  for (let number = 1; number <= 7; number += 1) await visit(page, `word${number}`);
  await searchButton(page).click();
  await expect(recent(page)).toHaveCount(7);
  await recent(page).first().getByTitle('Save this search').click();
  await expect(favorites(page)).toHaveText([/word7/]);
  const left = [6, 5, 4, 3].map((number) => new RegExp(`word${number}`));
  await expect(recent(page)).toHaveText(left);
  await page.keyboard.press('Escape');
  await searchButton(page).click();
  await expect(recent(page)).toHaveText(left);
});

for (const reducedMotion of ['no-preference', 'reduce'] as const) {
  test(`a stored search can be kept and removed with motion ${reducedMotion}`, async ({ page }) => {
    await page.emulateMedia({ reducedMotion });
    await visit(page, 'word1');
    await searchButton(page).click();
    await recent(page).first().getByTitle('Save this search').click();
    await expect(favorites(page)).toHaveText([/word1/]);
    await favorites(page).first().getByTitle('Remove this search from favorites').click();
    await expect(searchDialog(page).getByText('No recent searches')).toBeVisible();
  });
}

test('a stored search can be removed', async ({ page }) => {
  await visit(page, 'word1');
  await searchButton(page).click();
  await recent(page).first().getByTitle('Remove this search from history').click();
  await expect(searchDialog(page).getByText('No recent searches')).toBeVisible();
});
