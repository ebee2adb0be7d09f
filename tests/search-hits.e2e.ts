import type { Locator } from '@playwright/test';
import { expect, open, test } from './support/fixtures.ts';
import {
  heading,
  searchButton,
  searchDialog,
  searchHits,
  searchInput,
} from './support/locators.ts';
import { mockSearch } from './support/search-responses.ts';

const evil = '<img src=x onerror="window.harmed=true">';
const isHarmed = () => 'harmed' in window;

// docs/behavior.md, sections 2 and 9: hits are in groups of 5.
test('the dialog shows 5 hits of each group', async ({ page }) => {
  const group = (section: string, count: number) =>
    Array.from({ length: count }, (_, number) => ({ title: `${section} ${number}`, section }));
  await mockSearch(page, () => [...group('Guides', 8), ...group('Platform API', 3)]);
  await open(page, '/');
  await searchButton(page).click();
  await searchInput(page).fill('node');
  const groups = searchDialog(page).getByRole('group');
  await expect(groups).toHaveCount(2);
  await expect(groups.nth(0).getByRole('option')).toHaveCount(5);
  await expect(groups.nth(1).getByRole('option')).toHaveCount(3);
});

test('a heading has a path and an excerpt of its text, in the dialog and on the search page', async ({
  page,
}) => {
  await open(page, '/');
  await searchButton(page).click();
  await searchInput(page).fill('create a node');
  const hit = searchHits(page).and(page.locator('[href="/platform-api/node-create/"]'));
  await expect(hit.first()).toContainText('/v1/node/create');
  await expect(
    hit
      .locator('mark')
      .filter({ hasText: /Creates/ })
      .first(),
  ).toBeVisible();
  await open(page, '/search/?q=create+a+node');
  const result = page.getByRole('main').getByRole('listitem').filter({ hasText: 'Create a node' });
  await expect(result.first()).toContainText('/v1/node/create');
});

// docs/behavior.md, section 2: a hit of this site opens in the same document, one of another site by its own URL.
test('a hit of another site keeps its URL', async ({ page, origin }) => {
  await mockSearch(page, () => [
    { title: 'Inside', url: 'https://docs.anedya.io/essentials/concepts/#nodes' },
    { title: 'Outside', url: `${origin}/elsewhere?from=search` },
  ]);
  await open(page, '/');
  await searchButton(page).click();
  await searchInput(page).fill('node');
  const links = searchHits(page);
  await expect(links.nth(0)).toHaveAttribute('href', '/essentials/concepts/#nodes');
  await expect(links.nth(1)).toHaveAttribute('href', `${origin}/elsewhere?from=search`);
  await page.keyboard.press('ArrowDown');
  await page.keyboard.press('Enter');
  await page.waitForURL(`${origin}/elsewhere?from=search`);
});

test('a hit of this site opens in the same document with the keyboard', async ({ page }) => {
  await mockSearch(page, () => [
    { title: 'Inside', url: 'https://docs.anedya.io/essentials/concepts/#nodes' },
  ]);
  await open(page, '/');
  await page.evaluate(() => Object.assign(window, { isSameDocument: true }));
  await searchButton(page).click();
  await searchInput(page).fill('node');
  await expect(searchHits(page)).toHaveCount(1);
  await page.keyboard.press('Enter');
  await expect(page).toHaveURL('/essentials/concepts/#nodes');
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Concepts');
  expect(await page.evaluate(() => 'isSameDocument' in window)).toBe(true);
});

// One invalid record of an index must not remove the others.
test('a hit with a relative URL is shown, and one without a URL is not', async ({ page }) => {
  await mockSearch(page, () => [
    { title: 'Relative', url: '/essentials/concepts/#nodes' },
    { title: 'None', url: 'https://' },
    { title: 'Absolute', url: 'https://docs.anedya.io/changelog/' },
  ]);
  await open(page, '/');
  await searchButton(page).click();
  await searchInput(page).fill('node');
  const expected = ['/essentials/concepts/#nodes', '/changelog/'];
  const links = (found: Locator) =>
    found.evaluateAll((elements) => elements.map((element) => element.getAttribute('href')));
  const inDialog = searchHits(page);
  await expect.poll(() => links(inDialog)).toEqual(expected);
  await open(page, '/search/?q=node');
  const onPage = page
    .getByRole('main')
    .getByRole('listitem')
    .getByRole('heading')
    .getByRole('link');
  await expect.poll(() => links(onPage)).toEqual(expected);
});

// docs/behavior.md, section 8: a query without hits, with at most 3 suggestions and a link to report it.
test('a query without hits says so, and suggests others', async ({ page }) => {
  const sections = ['Guides', 'Features', 'Platform API', 'Device API'];
  await mockSearch(page, (query) =>
    query === 'node' ? sections.map((section) => ({ title: section, section })) : [],
  );
  await open(page, '/');
  await searchButton(page).click();
  await searchInput(page).fill('node');
  const dialog = searchDialog(page);
  await expect(dialog.getByRole('option')).toHaveCount(4);
  await searchInput(page).fill('zzzz');
  await expect(dialog.getByText('No results for "zzzz"')).toBeVisible();
  await expect(dialog.getByText('Try searching for')).toBeVisible();
  await expect(dialog.getByRole('listitem').getByRole('button')).toHaveText([
    'Guides',
    'Features',
    'Platform API',
  ]);
  await expect(dialog.getByText('Believe this query should return results?')).toBeVisible();
  const link = dialog.getByRole('link', { name: 'Let us know.' });
  await expect(link).toHaveAttribute('href', /^https:\/\//);
  await expect(link).toHaveAttribute('href', /^(?!.*zzzz)/);
});

// All texts of an index are shown as text.
test('markup in a hit is shown as text in the dialog and among recent searches', async ({
  page,
}) => {
  const found = 'https://docs.anedya.io/changelog/#found';
  await mockSearch(page, () => [
    { title: `Title ${evil}`, url: found },
    { title: `Title ${evil}`, content: `Text ${evil}`, url: found },
  ]);
  await open(page, '/changelog/');
  await searchButton(page).click();
  await searchInput(page).fill('x');
  const dialog = searchDialog(page);
  await expect(dialog.getByRole('option')).toContainText([`Title ${evil}`, `Text ${evil}`]);
  await expect(dialog.locator('img')).toHaveCount(0);
  await expect(dialog.getByRole('option', { selected: true })).toHaveCount(1);
  await page.keyboard.press('Enter');
  await expect(dialog).toHaveCount(0);
  await searchButton(page).click();
  await expect(dialog.getByRole('row').first()).toContainText(`Title ${evil}`);
  await expect(dialog.locator('img')).toHaveCount(0);
  expect(await page.evaluate(isHarmed)).toBe(false);
});

test('markup in a hit is shown as text on the search page', async ({ page }) => {
  await mockSearch(page, () => [{ title: `Title ${evil}`, content: `Text ${evil}` }]);
  await open(page, '/search/?q=x');
  const result = page.getByRole('main').getByRole('listitem');
  await expect(result.getByRole('heading')).toHaveText(`Title ${evil}`);
  await expect(result).toContainText(`Text ${evil}`);
  await expect(page.getByRole('main').locator('img')).toHaveCount(0);
  expect(await page.evaluate(isHarmed)).toBe(false);
});

// docs/behavior.md, section 8: the same screen on the search page.
test('the search page shows that nothing was found', async ({ page }) => {
  await mockSearch(page, () => []);
  await open(page, '/search/?q=zzzz');
  await expect(heading(page)).toHaveText('Search results for "zzzz"');
  await expect(page.getByText('No results for "zzzz"')).toBeVisible();
  await expect(page.getByRole('link', { name: 'Let us know.' })).toBeVisible();
});
