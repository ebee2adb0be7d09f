import type { Page } from '@playwright/test';
import { expect, hydrated, open, test } from './support/fixtures.ts';
import { searchButton, searchDialog, searchHits, searchInput } from './support/locators.ts';
import { mockSearch } from './support/search-responses.ts';

// One test visits more pages than the history stores.
test.describe.configure({ timeout: 180_000 });

const group = (page: Page, name: string) =>
  searchDialog(page).getByRole('rowgroup', { name }).getByRole('row');
const recent = (page: Page) => group(page, 'Recent');
const favorites = (page: Page) => group(page, 'Favorite');

/** Searches for a word and opens its only hit. */
async function visit(page: Page, word: string): Promise<void> {
  await searchButton(page).click();
  await searchInput(page).fill(word);
  await expect(searchHits(page)).toHaveText([new RegExp(word)]);
  await page.keyboard.press('Enter');
  await expect(searchDialog(page)).toHaveCount(0);
}

/** A search as DocSearch has stored it, with texts that it escaped or did not. */
const storedByDocSearch = (word: string, title: string) => ({
  objectID: word,
  type: 'lvl1',
  url: `/changelog/#${word}`,
  hierarchy: { lvl0: 'Guides', lvl1: title, lvl2: null, lvl3: null },
  content: null,
  __docsearch_parent: null,
});

/** Stores searches for these words, newest first, as if the reader had opened their hits. */
const store = (page: Page, kind: 'RECENT' | 'FAVORITE', words: readonly string[]) =>
  page.evaluate(([key, text]) => localStorage.setItem(key, text), [
    `__DOCSEARCH_${kind}_SEARCHES__anedya-docs`,
    JSON.stringify(words.map((word) => storedByDocSearch(word, word))),
  ] as const);

const words = (numbers: readonly number[]) => numbers.map((number) => `word${number}`);

test.beforeEach(async ({ page }) => {
  await mockSearch(page, (query) => [
    { title: query, url: `https://docs.anedya.io/changelog/#${query}` },
  ]);
  await open(page, '/changelog/');
});

// docs/behavior.md, section 9: up to 7 recent searches are stored, in the browser's local storage.
test('the dialog keeps the last 7 searches', async ({ page }) => {
  await store(page, 'RECENT', words([7, 6, 5, 4, 3, 2, 1]));
  await visit(page, 'word8');
  await searchButton(page).click();
  await expect(recent(page)).toHaveText(
    [8, 7, 6, 5, 4, 3, 2].map((number) => new RegExp(`word${number}`)),
  );
  await page.reload();
  await hydrated(page);
  await searchButton(page).click();
  await expect(recent(page)).toHaveCount(7);
});

// docs/behavior.md, section 9: up to 4 recent searches when there are favorites, and up to 10 favorites.
test('the dialog keeps 10 favorites and 4 recent searches', async ({ page }) => {
  await store(page, 'FAVORITE', words([10, 9, 8, 7, 6, 5, 4, 3, 2, 1]));
  await visit(page, 'word11');
  await searchButton(page).click();
  await recent(page).first().getByTitle('Save this search').click();
  await expect(favorites(page).first()).toHaveText(/word11$/);
  await page.keyboard.press('Escape');
  await store(page, 'RECENT', ['letter-d', 'letter-c', 'letter-b', 'letter-a']);
  await visit(page, 'letter-e');
  await searchButton(page).click();
  await expect(recent(page)).toHaveText(
    ['e', 'd', 'c', 'b'].map((letter) => new RegExp(`letter-${letter}`)),
  );
  await expect(favorites(page)).toHaveText(
    [11, 10, 9, 8, 7, 6, 5, 4, 3, 2].map((number) => new RegExp(`word${number}$`)),
  );
});

// docs/behavior.md, section 9: 4 recent searches when there are favorites, from the first favorite on.
test('the first favorite reduces 7 recent searches to 4', async ({ page }) => {
  await store(page, 'RECENT', words([7, 6, 5, 4, 3, 2, 1]));
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

test('a stored search can be kept and removed', async ({ page }) => {
  await visit(page, 'word1');
  await searchButton(page).click();
  await recent(page).first().getByTitle('Save this search').click();
  await expect(searchInput(page)).toBeFocused();
  await expect(favorites(page)).toHaveText([/word1/]);
  await favorites(page).first().getByTitle('Remove this search from favorites').click();
  await expect(searchDialog(page).getByText('No recent searches')).toBeVisible();
  await expect(searchInput(page)).toBeFocused();
});

test('searches that DocSearch has stored are shown and open', async ({ page }) => {
  const evil = '<img src=x onerror="window.harmed=true">';
  await page.evaluate(
    ([recentSearches, favoriteSearches]) => {
      localStorage.setItem('__DOCSEARCH_RECENT_SEARCHES__anedya-docs', recentSearches ?? '');
      localStorage.setItem('__DOCSEARCH_FAVORITE_SEARCHES__anedya-docs', favoriteSearches ?? '');
    },
    [
      [
        storedByDocSearch('a', 'Fish &amp; &lt;b>'),
        storedByDocSearch('b', evil),
        { ...storedByDocSearch('c', 'Script'), url: 'javascript:alert(1)' },
        'no search',
      ],
      [storedByDocSearch('d', 'Kept')],
    ].map((searches) => JSON.stringify(searches)),
  );
  await searchButton(page).click();
  await expect(recent(page)).toHaveText(['Fish & <b>', evil]);
  await expect(favorites(page)).toHaveText(['Kept']);
  await expect(searchDialog(page).locator('img')).toHaveCount(0);
  for (const key of ['ArrowDown', 'ArrowDown', 'Enter']) await page.keyboard.press(key);
  await expect(page).toHaveURL('/changelog/#d');
  await expect(searchDialog(page)).toHaveCount(0);
});

test('stored data that is no list counts as no searches', async ({ page }) => {
  await page.evaluate(() =>
    localStorage.setItem('__DOCSEARCH_RECENT_SEARCHES__anedya-docs', '{"broken'),
  );
  await searchButton(page).click();
  await expect(searchDialog(page).getByText('No recent searches')).toBeVisible();
});

test('an empty query suggests popular pages, below searches of earlier visits', async ({
  page,
}) => {
  const popular = group(page, 'Popular pages');
  await searchButton(page).click();
  await expect(searchDialog(page).getByText('No recent searches')).toBeVisible();
  await expect(popular.first()).toHaveText('Getting started');
  const count = await popular.count();
  await page.keyboard.press('ArrowDown');
  await page.keyboard.press('Enter');
  await expect(page).toHaveURL('/getting-started/project-setup/');
  await expect(searchDialog(page)).toHaveCount(0);

  await visit(page, 'word1');
  await searchButton(page).click();
  await expect(recent(page)).toHaveText([/word1/]);
  await expect(popular).toHaveCount(count);
  await expect(searchDialog(page).getByRole('row').first()).toHaveText(/word1/);
});

test('the search page without a query suggests the same', async ({ page }) => {
  await visit(page, 'word1');
  await open(page, '/search/');
  const links = (name: string) =>
    page.getByRole('region', { name }).getByRole('link').allTextContents();
  await expect(page.getByRole('region', { name: 'Popular pages' })).toBeVisible();
  expect(await links('Recent searches')).toEqual(['word1']);
  expect(await links('Popular pages')).toContain('Getting started');
  await page.getByRole('searchbox').fill('node');
  await expect(page.getByRole('region', { name: 'Popular pages' })).toHaveCount(0);
});

test('a stored search can be removed', async ({ page }) => {
  await visit(page, 'word1');
  await searchButton(page).click();
  await recent(page).first().getByTitle('Remove this search from history').click();
  await expect(searchDialog(page).getByText('No recent searches')).toBeVisible();
});
