import { replaceNavbarItem } from './support/script-routes.ts';
import { expect, hydrated, open, test } from './support/fixtures.ts';
import { heading, navbar } from './support/locators.ts';
import { failSearch } from './support/search-responses.ts';

for (const path of [
  '/no-such-page/',
  '/no-such-page',
  '/changelog/more/',
  '/platform-api/none.html',
]) {
  // docs/behavior.md, sections 2 and 8: any unknown path shows a not-found page.
  test(`${path} returns 404 with the not-found page`, async ({ page }) => {
    const response = await page.goto(path);
    expect(response?.status()).toBe(404);
    await hydrated(page);
    await expect(heading(page)).toHaveText('Page Not Found');
    await expect(page.getByRole('main')).toContainText('the Platform API or the Device API');
    await expect(navbar(page)).toBeVisible();
  });
}

// docs/behavior.md, sections 2 and 8: an unknown route reached inside the site shows the not-found page.
test('a link to an unknown route shows the not-found page', async ({ page }) => {
  await replaceNavbarItem(page, { to: '/no-such-page', label: 'Nowhere', position: 'left' });
  await open(page, '/');
  await page.evaluate(() => Object.assign(window, { firstDocument: true }));
  await navbar(page).getByRole('link', { name: 'Nowhere' }).click();
  await expect(heading(page)).toHaveText('Page Not Found');
  await expect(page).toHaveURL('/no-such-page/');
  expect(await page.evaluate(() => 'firstDocument' in window)).toBe(true);
});

// docs/behavior.md, sections 2 and 8: the title of the not-found page says what it is (WCAG 2.4.2).
test('the not-found page has its own title', async ({ page }) => {
  await page.goto('/no-such-page/');
  await hydrated(page);
  await expect(page).toHaveTitle(/Not Found/);
});

test('the not-found page shows what was asked for and the nearest pages', async ({ page }) => {
  await open(page, '/platform-api/create-nodes/');
  await expect(page.getByText('There is no page at /platform-api/create-nodes/.')).toBeVisible();
  const nearest = page.getByRole('navigation', { name: 'Nearest pages' }).getByRole('link');
  await expect(nearest.first()).toHaveText('Create a node');
  expect(await nearest.count()).toBeLessThanOrEqual(5);
  await nearest.first().click();
  await expect(page).toHaveURL('/platform-api/node-create/');
});

test('the search box of the not-found page opens the results', async ({ page }) => {
  await open(page, '/no-such-page/');
  await page.getByRole('searchbox', { name: 'Search docs' }).fill('heartbeat');
  await page.keyboard.press('Enter');
  await expect(page).toHaveURL('/search/?q=heartbeat');
  await expect(page.getByRole('main').getByRole('listitem').first()).toBeVisible();
});

test('a failed search leaves the links and the search box of the not-found page', async ({
  page,
}) => {
  await failSearch(page);
  await open(page, '/node-list/');
  await expect(page.getByText('There is no page at /node-list/.')).toBeVisible();
  await expect(page.getByRole('main').getByRole('link')).toHaveCount(3);
  await expect(page.getByRole('searchbox')).toBeVisible();
});

test.describe('without scripts', () => {
  test.use({ javaScriptEnabled: false });

  test('the not-found page says what it is and links to the documentation', async ({ page }) => {
    await page.goto('/no-such-page/');
    await expect(page.getByText('There is no page at this address.')).toBeVisible();
    await page.getByRole('main').getByRole('link', { name: 'platform API' }).click();
    await expect(page).toHaveURL('/platform-api/');
  });
});
