import { expect, test } from './support/fixtures.ts';
import { heading } from './support/locators.ts';

test.use({ javaScriptEnabled: false });

for (const { path, title, text, sidebarLink, hasTable } of [
  {
    path: '/',
    title: 'What is Anedya',
    text: 'Anedya is a cloud platform for connected hardware.',
    sidebarLink: '/essentials/architecture/',
    hasTable: false,
  },
  {
    path: '/features/ota/ota-anedya/',
    title: 'Deploy an update',
    text: 'Stages',
    sidebarLink: '/features/ota/ota-hardware/',
    hasTable: true,
  },
  {
    path: '/platform-api/node-create/',
    title: 'Create a node',
    text: 'Request',
    sidebarLink: '/platform-api/node-delete/',
    hasTable: false,
  },
  {
    path: '/device/api/submitdata/',
    title: 'Submit data',
    text: 'Request',
    sidebarLink: '/device/api/logs-submit-logs/',
    hasTable: false,
  },
]) {
  // docs/behavior.md, section 1: all pages are readable documentation, with or without scripts.
  test(`${path} is complete without scripts`, async ({ page }) => {
    await page.goto(path);
    await expect(heading(page)).toHaveText(title);
    const article = page.getByRole('article');
    await expect(article.getByText(text).first()).toBeVisible();
    if (hasTable) await expect(article.locator('table').first()).toBeVisible();
    const sidebar = page.getByRole('navigation', { name: 'Docs sidebar' });
    await sidebar.locator(`a[href="${sidebarLink}"]`).click();
    await expect(page).toHaveURL(sidebarLink);
    await expect(heading(page)).not.toHaveText(title);
  });
}

for (const path of [
  '/',
  '/getting-started/',
  '/device/mqtt-endpoints/',
  '/device/api/submitdata/',
]) {
  // docs/behavior.md, section 4: dark is the default.
  test(`${path} is dark without scripts, without controls that need them`, async ({ page }) => {
    await page.goto(path);
    await expect(heading(page)).toBeVisible();
    await expect(page.locator('html')).toHaveAttribute('data-theme', 'dark');
    await expect(page.locator('button:visible')).toHaveCount(0);
  });
}

test('a phone without scripts shows the menus in the page', async ({ page }) => {
  await page.setViewportSize({ width: 390, height: 844 });
  await page.goto('/getting-started/');
  const main = page.getByRole('navigation', { name: 'Main', exact: true });
  await expect(main.getByRole('link', { name: 'Platform APIs' })).toBeInViewport();
  const sidebar = page.getByRole('navigation', { name: 'Docs sidebar' });
  const link = sidebar.getByRole('link', { name: 'Architecture' });
  await expect(link).toBeVisible();
  const places = await Promise.all(
    [page.getByRole('article'), sidebar].map((part) => part.boundingBox()),
  );
  expect(places[1]?.y).toBeGreaterThan(places[0]?.y ?? Infinity);
  const width = await page.evaluate(() => document.documentElement.scrollWidth);
  expect(width).toBeLessThanOrEqual(390);
  await link.click();
  await expect(page).toHaveURL('/essentials/architecture/');
  await page.goto('/search/');
  await expect(main.getByRole('link', { name: 'Device Integration' })).toBeInViewport();
});

// The evidence of an operation is one line, which the keyboard expands.
for (const [path, text, source] of [
  ['/device/api/submitdata/', 'Confirmed by: C SDK, Python SDK', 'Python SDK: '],
  ['/device/api/check/', 'Partly confirmed by: C SDK 0.0.16', 'C SDK 0.0.16: '],
  ['/platform-api/assets-get/', 'Inferred', 'inferred: '],
] as const) {
  test(`${path} states its evidence without scripts`, async ({ page }) => {
    await page.goto(path);
    const line = page.locator('summary', { hasText: text });
    const description = page.locator('details', { has: line }).locator('li', { hasText: source });
    await expect(description).toBeHidden();
    await line.focus();
    await page.keyboard.press('Enter');
    await expect(description).toBeVisible();
  });
}
