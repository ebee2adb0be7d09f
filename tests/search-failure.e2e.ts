import type { Page } from '@playwright/test';
import { expect, open, test } from './support/fixtures.ts';
import { searchButton, searchDialog, searchHits, searchInput } from './support/locators.ts';
import { failSearch, mockSearch } from './support/search-responses.ts';

const title = 'Unable to fetch results';
const help = 'You might want to check your network connection.';

/** Waits until the page has handled a response that has arrived. */
const handled = (page: Page) =>
  page.evaluate(() => new Promise((resolve) => requestAnimationFrame(() => setTimeout(resolve))));

async function search(page: Page, query: string): Promise<void> {
  await open(page, '/');
  await searchButton(page).click();
  await searchInput(page).fill(query);
}

// docs/behavior.md, section 8: an empty query without history says 'No recent searches'.
test('an empty query without history says so', async ({ page }) => {
  await search(page, '');
  await expect(searchDialog(page).getByText('No recent searches')).toBeVisible();
});

// docs/behavior.md, section 8: when neither a host nor the browser can search, the dialog says that results cannot be fetched.
test('the dialog says that results cannot be fetched', async ({ page }) => {
  await failSearch(page);
  await search(page, 'mqtt');
  await expect(searchDialog(page).getByText(title)).toBeVisible();
  await expect(searchDialog(page).getByText(help)).toBeVisible();
});

// docs/behavior.md, section 8: the same screen when the host rejects the request, in the dialog and on the search page.
test('a rejection by the search host is shown as an error', async ({ page }) => {
  const asked: string[] = [];
  await page.route('**/1/indexes/**', (route) => {
    asked.push(route.request().url());
    return route.fulfill({ status: 403, json: { message: 'rejected', status: 403 } });
  });
  await search(page, 'mqtt');
  await expect(searchDialog(page).getByText(title)).toBeVisible();
  await open(page, '/search/?q=test');
  await expect(page.getByText(title)).toBeVisible();
  expect(asked).toHaveLength(2);
});

test('the browser searches when the search host gets too many requests', async ({ page }) => {
  const asked: string[] = [];
  await page.route('**/1/indexes/**', (route) => {
    asked.push(route.request().url());
    const headers = { 'retry-after': '60' };
    return route.fulfill({ status: 429, headers, json: { message: 'too many', status: 429 } });
  });
  await search(page, 'heartbeat');
  await expect(searchHits(page).first()).toContainText(/heartbeat/i);
  await searchInput(page).fill('create a node');
  await expect(searchHits(page).first()).toContainText('Create a node');
  expect(asked).toHaveLength(1);
});

test('Enter keeps the error on the screen', async ({ page }) => {
  await failSearch(page);
  await search(page, 'mqtt');
  await expect(searchDialog(page).getByText(title)).toBeVisible();
  await page.keyboard.press('Enter');
  await page.keyboard.press('Enter');
  await expect(searchDialog(page).getByText(title)).toBeVisible();
  await expect(searchDialog(page).getByText('No results for')).toHaveCount(0);
  await expect(page).toHaveURL('/');
});

for (const [next, text] of [
  ['node', 'See all 1 results'],
  ['', 'No recent searches'],
] as const) {
  test(`an error of an earlier query is not shown for the query "${next}"`, async ({ page }) => {
    await mockSearch(page, () => [{ title: 'Create a node' }]);
    let reject: () => void = () => undefined;
    const rejected = new Promise<void>((resolve) => {
      reject = resolve;
    });
    await page.route(
      '**/1/indexes/**',
      async (route) => {
        await rejected;
        await route.fulfill({ status: 403, json: { message: 'rejected', status: 403 } });
      },
      { times: 1 },
    );
    await search(page, '');
    const first = page.waitForRequest('**/1/indexes/**');
    await searchInput(page).fill('mqtt');
    await first;
    await searchInput(page).fill(next);
    await expect(searchDialog(page).getByText(text)).toBeVisible();
    const late = page.waitForResponse((response) => response.status() === 403);
    reject();
    await (await late).finished();
    await handled(page);
    await expect(searchDialog(page).getByText(text)).toBeVisible();
    await expect(searchDialog(page).getByText(title)).toHaveCount(0);
  });
}

// docs/behavior.md, sections 2 and 8: the search page reads the query from `q` and shows the same error.
test('the search page says that results cannot be fetched', async ({ page }) => {
  await failSearch(page);
  await open(page, '/search/?q=test');
  await expect(page.getByRole('searchbox')).toHaveValue('test');
  await expect(page.getByText(title)).toBeVisible();
  await expect(page.getByText(help)).toBeVisible();
});

// docs/behavior.md, section 2: the search page without a query sends no request.
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
