import type { Page } from '@playwright/test';
import { pageScript } from './support/build.ts';
import { expect, open, test } from './support/fixtures.ts';
import { collectShifts } from './support/layout-shifts.ts';
import {
  heading,
  searchButton,
  searchDialog,
  searchHits,
  searchInput,
} from './support/locators.ts';
import { delayScript } from './support/script-routes.ts';

async function search(page: Page, query: string): Promise<void> {
  await searchButton(page).click();
  await searchInput(page).fill(query);
  await expect(searchHits(page).first()).toBeVisible();
}

test('a search opens an operation with the keyboard only', async ({ page }) => {
  await open(page, '/');
  await page.keyboard.press('/');
  await expect(searchInput(page)).toBeFocused();
  await page.keyboard.type('create a node');
  // The results of an incomplete query also start with this title, on another page.
  const first = searchHits(page).first();
  await expect(first).toHaveAttribute('href', /\/platform-api\/node-create\/$/);
  await page.keyboard.press('Enter');
  await expect(page).toHaveURL(/\/platform-api\/node-create\/$/);
  await expect(heading(page)).toHaveText('Create a node');
});

test('a search for a field opens the field', async ({ page }) => {
  await open(page, '/');
  await search(page, 'preauth_id');
  await searchHits(page).first().click();
  await expect(page).toHaveURL(/\/platform-api\/node-create\/#request-preauth_id$/);
});

// docs/behavior.md, sections 2 and 9: 5 hits per group, and a link to all results.
test('the dialog shows the number of results and links to them', async ({ page }) => {
  await open(page, '/');
  await search(page, 'node');
  const groups = searchDialog(page).getByRole('group');
  for (const group of await groups.all()) {
    expect(await group.getByRole('option').count()).toBeLessThanOrEqual(5);
  }
  const all = searchDialog(page).getByRole('link', { name: /^See all \d+ results$/ });
  const count = /\d+/.exec(await all.innerText())?.[0] ?? '';
  await all.click();
  await expect(page).toHaveURL(/\/search\/\?q=node$/);
  await expect(heading(page)).toHaveText('Search results for "node"');
  await expect(page.getByRole('status')).toHaveText(`${count} results`);
});

// docs/behavior.md, section 9: search results per page: 20.
test('the search page shows 20 results, and more on demand', async ({ page }) => {
  await open(page, '/search/?q=node');
  const results = page
    .getByRole('main')
    .getByRole('listitem')
    .filter({ has: page.getByRole('heading') });
  await expect(results).toHaveCount(20);
  await expect(page.getByRole('status')).toHaveText(/^\d+ results$/);
  await page.getByRole('button', { name: 'More results' }).click();
  await expect(results).toHaveCount(40);
  await page.getByRole('searchbox').fill('');
  await expect(results).toHaveCount(0);
  await expect(heading(page)).toHaveText('Search the documentation');
});

test('the way back to the results ends where the reader left', async ({ page }) => {
  await open(page, '/search/?q=mqtt');
  const hits = page.getByRole('main').getByRole('listitem').getByRole('link');
  await page.getByRole('button', { name: 'More results' }).click();
  await expect.poll(() => hits.count()).toBeGreaterThan(25);
  const hit = hits.nth(25);
  await hit.scrollIntoViewIfNeeded();
  const before = await page.evaluate(() => window.scrollY);
  expect(before).toBeGreaterThan(1000);
  await hit.click();
  // The address changes before the page.
  await expect(heading(page)).not.toHaveText(/Search results/);
  await page.goBack();
  await expect(heading(page)).toHaveText('Search results for "mqtt"');
  await expect.poll(() => page.evaluate(() => window.scrollY)).toBe(before);
  // Another query starts at its own results.
  await page.getByRole('searchbox').fill('heartbeat');
  await expect(hits.first()).toContainText(/heartbeat/i);
});

test('results that arrive move nothing', async ({ page }) => {
  const shifts = await collectShifts(page);
  await open(page, '/search/?q=heartbeat');
  await expect(page.locator('[data-hit]').first()).toBeVisible();
  expect(await shifts()).toBeLessThan(0.01);
});

test('a query without words has no results, and a blank one has suggestions', async ({ page }) => {
  await open(page, '/search/?q=%F0%9F%98%80');
  await expect(page.getByRole('main')).toContainText('No results for "😀"');
  await open(page, '/search/?q=%20%20');
  await expect(heading(page)).toHaveText('Search the documentation');
});

test('results stay until the page of a hit has loaded', async ({ page }) => {
  const code = await delayScript(page, pageScript('/platform-api/node-create'));
  await open(page, '/search/?q=create%20a%20node');
  const hit = page.getByRole('main').getByRole('link', { name: 'Create a node' }).first();
  await hit.click();
  await expect.poll(code.requested).toBe(true);
  await expect(heading(page)).toHaveText('Search results for "create a node"');
  await expect(hit).toBeFocused();
  await expect(page.getByRole('searchbox')).toHaveValue('create a node');
  await code.release();
  await expect(heading(page)).toHaveText('Create a node');
});

test('results stay when more cannot be fetched, which can be tried again', async ({ page }) => {
  await open(page, '/search/?q=node');
  const results = page.getByRole('main').getByRole('listitem');
  await expect(results).toHaveCount(20);
  let isAway = true;
  await page.route('**/1/indexes/**', (route) =>
    isAway ? route.fulfill({ status: 403, json: { message: 'rejected' } }) : route.continue(),
  );
  const more = page.getByRole('button', { name: 'More results' });
  await more.click();
  await expect(page.getByText('Unable to fetch results')).toBeVisible();
  await expect(results).toHaveCount(20);
  isAway = false;
  await more.click();
  await expect(results).toHaveCount(40);
  await expect(page.getByText('Unable to fetch results')).toHaveCount(0);
});

test('the search page groups its results by guide, operation and error, at text width', async ({
  page,
}) => {
  await open(page, '/search/?q=node');
  const groups = page.getByRole('main').getByRole('region');
  await expect(groups.first()).toBeVisible();
  const names = await groups.getByRole('heading', { level: 2 }).allInnerTexts();
  expect(names.toSorted()).toEqual(['Guides', 'Operations']);
  const targets = await page
    .getByRole('region', { name: 'Operations' })
    .getByRole('listitem')
    .getByRole('link')
    .evaluateAll((links) =>
      links.map((link) => new URL((link as HTMLAnchorElement).href).pathname),
    );
  expect(targets.length).toBeGreaterThan(0);
  for (const target of targets) expect(target).toMatch(/^\/(platform-api|device\/api)\/./);
  const box = await page.getByRole('main').boundingBox();
  expect(box?.width).toBeLessThanOrEqual(640);

  await page.getByRole('searchbox').fill('auth::tokennotfound');
  await expect(page.getByRole('region', { name: 'Errors' })).toBeVisible();
});

test('a page with the name of its section is named once in the path of a result', async ({
  page,
}) => {
  await open(page, '/search/?q=node');
  const result = page
    .getByRole('main')
    .getByRole('listitem')
    .filter({ has: page.locator('a[href="/platform-api/#nodes"]') });
  await expect(result.locator('h3 + p')).toHaveText('Platform API');
});

test('the search page without a query has examples, which find something', async ({ page }) => {
  await open(page, '/search/');
  const examples = page.getByRole('paragraph').filter({ hasText: 'Find a page' }).getByRole('link');
  await expect(examples).toHaveCount(3);
  const paths = await examples.evaluateAll((links) =>
    links.map((link) => link.getAttribute('href') ?? ''),
  );
  await examples.first().click();
  await expect(page.getByRole('searchbox')).toHaveValue('heartbeat');
  for (const path of paths) {
    await open(page, path);
    await expect(page.getByRole('main').getByRole('listitem').first()).toBeVisible();
  }
});

test('the search page updates while the reader types', async ({ page }) => {
  await open(page, '/search/');
  await page.getByRole('searchbox').fill('heartbeat');
  await expect(page).toHaveURL(/\?q=heartbeat$/);
  const first = page.getByRole('main').getByRole('listitem').first();
  await expect(first.getByRole('link')).toHaveText(/heartbeat/i);
  await expect(first.locator('mark').first()).toBeVisible();
  await first.getByRole('link').click();
  await expect(page).toHaveURL(/\/features\/heartbeat\//);
});
