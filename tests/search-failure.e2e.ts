import type { Page } from '@playwright/test';
import { expect, open, test } from './support/fixtures.ts';
import { searchButton, searchDialog } from './support/locators.ts';
import { failSearch } from './support/search-responses.ts';

const title = 'Unable to fetch results';
const help = 'You might want to check your network connection.';

async function search(page: Page, query: string): Promise<void> {
  await open(page, '/');
  await searchButton(page).click();
  await searchDialog(page).getByPlaceholder('Search docs').fill(query);
}

// Specification, section 8: an empty query without history says 'No recent searches'.
test('an empty query without history says so', async ({ page }) => {
  await search(page, '');
  await expect(searchDialog(page).getByText('No recent searches')).toBeVisible();
});

// Specification, section 8: when neither a host nor the browser can search, the dialog says that results cannot be fetched.
test('the dialog says that results cannot be fetched', async ({ page }) => {
  await failSearch(page);
  await search(page, 'mqtt');
  await expect(searchDialog(page).getByText(title)).toBeVisible();
  await expect(searchDialog(page).getByText(help)).toBeVisible();
});

for (const status of [403, 429]) {
  // Specification, section 8: the same screen when the host rejects the request, in the dialog and on the search page.
  test(`status ${status} of the search host is shown as an error`, async ({ page }) => {
    const asked: string[] = [];
    await page.route('**/1/indexes/**', (route) => {
      asked.push(route.request().url());
      const headers = { 'retry-after': '60' };
      return route.fulfill({ status, headers, json: { message: 'rejected', status } });
    });
    await search(page, 'mqtt');
    await expect(searchDialog(page).getByText(title)).toBeVisible();
    await open(page, '/search/?q=test');
    await expect(page.getByText(title)).toBeVisible();
    expect(asked).toHaveLength(2);
  });
}

// Specification, sections 2 and 8: the search page reads the query from `q` and shows the same error.
test('the search page says that results cannot be fetched', async ({ page }) => {
  await failSearch(page);
  await open(page, '/search/?q=test');
  await expect(page.getByRole('searchbox')).toHaveValue('test');
  await expect(page.getByText(title)).toBeVisible();
  await expect(page.getByText(help)).toBeVisible();
});

// Specification, section 2: the search page without a query sends no request.
test('the search page without a query shows no error', async ({ page }) => {
  const queries: string[] = [];
  page.on('request', (request) => {
    if (request.url().includes('/1/indexes/')) queries.push(request.url());
  });
  await open(page, '/search/');
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Search the documentation');
  await expect(page.getByText(title)).toHaveCount(0);
  expect(queries).toEqual([]);
});
