import { buildApp } from '../packages/server/src/app.ts';
import { expect, open, siteDir, test } from './support/fixtures.ts';
import { mockSearch } from './support/search-responses.ts';
import { searchButton, searchDialog, searchHits, searchInput } from './support/locators.ts';

test('search continues in the browser when the server goes down', async ({ page }) => {
  const app = await buildApp({ siteDir, basePath: '/', trustProxy: false, logLevel: 'silent' });
  const address = await app.listen({ host: '127.0.0.1', port: 0 });
  await open(page, `${address}/`);
  const kept = page.waitForResponse('**/search/index.json');
  await searchButton(page).click();
  await searchInput(page).fill('heartbeat');
  const first = searchHits(page).first();
  await expect(first).toContainText(/heartbeat/i);
  await (await kept).finished();
  await app.close();
  await searchInput(page).fill('create a node');
  await expect(first).toContainText('Create a node');
  await searchInput(page).fill('no such thing at all zzzz');
  await expect(searchDialog(page).getByText('Unable to fetch results')).toHaveCount(0);
});

test('the index of an earlier visit works offline', async ({ page }) => {
  await open(page, '/');
  const kept = page.waitForResponse('**/search/index.json');
  await searchButton(page).click();
  await (await kept).finished();
  await page.route(/\/1\/indexes\/|\/search\/index\.json/, (route) => route.abort());
  await open(page, '/changelog/');
  await searchButton(page).click();
  await searchInput(page).fill('heartbeat');
  await expect(searchHits(page).first()).toContainText(/heartbeat/i);
});

test('search works on a static host', async ({ page }) => {
  await page.route('**/1/indexes/**', (route) =>
    route.fulfill({ status: 405, contentType: 'text/html', body: '<!doctype html>' }),
  );
  await open(page, '/search/?q=heartbeat');
  const first = page.getByRole('main').getByRole('listitem').first();
  await expect(first.getByRole('link')).toHaveText(/heartbeat/i);
});

test('the index is not preloaded with data saver on', async ({ page }) => {
  await page.addInitScript(() => {
    Object.defineProperty(navigator, 'connection', { value: { saveData: true } });
  });
  // An immediate response: the client would replace a slow server with the worker, which then uses the index.
  await mockSearch(page, () => [{ title: 'Heartbeat' }]);
  const asked: string[] = [];
  page.on('request', (request) => {
    if (request.url().includes('/search/index')) asked.push(request.url());
  });
  await open(page, '/');
  await searchButton(page).click();
  await searchInput(page).fill('heartbeat');
  await expect(searchHits(page).first()).toBeVisible();
  expect(asked).toEqual([]);
});
