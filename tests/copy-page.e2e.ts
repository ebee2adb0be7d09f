import { readFile } from 'node:fs/promises';
import path from 'node:path';
import type { Page } from '@playwright/test';
import { expect, open, siteDir, test } from './support/fixtures.ts';
import { sitemapPaths } from './support/build.ts';
import { overflowOf } from './support/overflow.ts';

const trigger = (page: Page) => page.getByText('Copy page', { exact: true });
const copyEntry = (page: Page) => page.getByRole('button', { name: /Copy as Markdown|Copied/ });
const viewEntry = (page: Page) => page.getByRole('link', { name: 'View as Markdown' });
const connectEntry = (page: Page) => page.getByText('Connect by MCP');

const textOf = (file: string) => readFile(path.join(siteDir, file), 'utf8');
const clipboard = (page: Page) => page.evaluate(() => navigator.clipboard.readText());

test('every page of the docs has the menu', async () => {
  const without: string[] = [];
  for (const urlPath of sitemapPaths().filter((one) => one !== '/search/')) {
    const html = await textOf(path.join(urlPath, 'index.html'));
    const menu = /<summary>Copy page<\/summary>.*?<\/details>/s.exec(html)?.[0] ?? '';
    if (!/href="?index\.md\b/.test(menu)) without.push(urlPath);
  }
  expect(without).toEqual([]);
});

test.describe('the menu of a page', () => {
  test.use({ permissions: ['clipboard-read', 'clipboard-write'] });

  for (const urlPath of ['/', '/changelog/', '/platform-api/', '/platform-api/node-create/']) {
    test(`copies ${urlPath} as Markdown`, async ({ page }) => {
      await open(page, urlPath);
      await trigger(page).click();
      await copyEntry(page).click();
      await expect(copyEntry(page)).toHaveText('Copied');
      const markdown = await clipboard(page);
      expect(markdown).toMatch(/^---\ntitle: /);
      expect(markdown).toContain(`${urlPath}\nmarkdown: `);
    });
  }

  test('copies a page of several files as one', async ({ page }) => {
    await open(page, '/device/mqtt-endpoints/');
    await trigger(page).click();
    await copyEntry(page).click();
    await expect(copyEntry(page)).toHaveText('Copied');
    const markdown = await clipboard(page);
    for (const file of ['index.md', 'index-part-2.md']) {
      const text = await textOf(`device/mqtt-endpoints/${file}`);
      expect(markdown, file).toContain(text.slice(-500).trim().split('\n').at(-1));
    }
  });

  test('follows the reader to the next page', async ({ page }) => {
    await open(page, '/essentials/concepts/');
    await trigger(page).click();
    await copyEntry(page).click();
    await expect(copyEntry(page)).toHaveText('Copied');
    await page.locator('.pagination-nav__link--next').click();
    await expect(page).not.toHaveURL(/concepts/);
    const { pathname } = new URL(page.url());
    await trigger(page).click();
    await expect(copyEntry(page)).toHaveText('Copy as Markdown');
    await copyEntry(page).click();
    await expect(copyEntry(page)).toHaveText('Copied');
    expect(await clipboard(page)).toContain(`${pathname}\nmarkdown: `);
  });
});

test('a page that cannot be copied says so', async ({ page }) => {
  await open(page, '/');
  await trigger(page).click();
  await page.route('**/index.md', (route) => route.abort());
  await copyEntry(page).click();
  await expect(page.getByText('Could not copy. View it as Markdown.')).toBeVisible();
});

test('the menu works by keyboard', async ({ page }) => {
  await open(page, '/platform-api/node-create/');
  await page.getByRole('button', { name: /^Your values/ }).focus();
  await page.keyboard.press('Tab');
  await page.keyboard.press('Enter');
  await expect(copyEntry(page)).toBeVisible();
  await page.keyboard.press('Tab');
  await expect(copyEntry(page)).toBeFocused();
  await page.keyboard.press('Tab');
  await expect(viewEntry(page)).toBeFocused();
  await page.keyboard.press('Escape');
  await expect(viewEntry(page)).toBeHidden();
  await page.keyboard.press('Enter');
  await expect(viewEntry(page)).toBeVisible();
  for (let steps = 0; steps < 6; steps += 1) await page.keyboard.press('Tab');
  await expect(viewEntry(page)).toBeHidden();
});

test('a click elsewhere closes the menu', async ({ page }) => {
  await open(page, '/');
  await trigger(page).click();
  await expect(copyEntry(page)).toBeVisible();
  await page.getByRole('article').click({ position: { x: 4, y: 400 } });
  await expect(viewEntry(page)).toBeHidden();
});

test('the menu opens the Markdown of the page and the index', async ({ page }) => {
  await open(page, '/platform-api/node-create/');
  await trigger(page).click();
  const href = (name: string) => page.getByRole('link', { name }).getAttribute('href');
  expect(await href('llms.txt')).toBe('/llms.txt');
  await viewEntry(page).click();
  await expect(page).toHaveURL('/platform-api/node-create/index.md');
  await expect(page.getByText('# Create a node')).toBeVisible();
});

test('the menu configures MCP clients with the address of the site, and offers no chat', async ({
  page,
  origin,
}) => {
  await open(page, '/');
  await trigger(page).click();
  await connectEntry(page).click();
  for (const name of ['Claude Code', 'Codex CLI', 'Cursor', 'VS Code', 'Other clients']) {
    await page.getByText(name, { exact: true }).click();
    const client = page.locator('details[name="mcp-client"][open]');
    await expect(client).toHaveCount(1);
    await expect(client.locator('pre')).toContainText(`${origin}/mcp`);
    await expect(client.getByRole('button', { name: /^Copy/ })).toBeVisible();
  }
  await expect(page.getByRole('link', { name: /^Open in/ })).toHaveCount(0);
});

test.describe('on a touch screen', () => {
  test.use({ hasTouch: true, isMobile: true, viewport: { width: 390, height: 844 } });

  test('the entries of the menu have one height', async ({ page }) => {
    await open(page, '/changelog/');
    await trigger(page).click();
    await expect(copyEntry(page)).toBeVisible();
    const heights = await Promise.all(
      [copyEntry(page), viewEntry(page)].map(async (entry) => (await entry.boundingBox())?.height),
    );
    expect(new Set(heights).size).toBe(1);
  });
});

test.describe('without scripts', () => {
  test.use({ javaScriptEnabled: false });

  test('the menu links to the Markdown', async ({ page }) => {
    await page.goto('/essentials/concepts/');
    await expect(viewEntry(page)).toBeHidden();
    await trigger(page).click();
    await viewEntry(page).click();
    await expect(page).toHaveURL('/essentials/concepts/index.md');
  });
});

for (const { width, urlPath } of [
  { width: 1440, urlPath: '/platform-api/node-create/' },
  { width: 320, urlPath: '/features/ota/ota-hardware/' },
]) {
  test(`the open menu fits ${width} px, with targets of 24 px, and moves nothing`, async ({
    page,
  }) => {
    await page.setViewportSize({ width, height: 720 });
    await open(page, urlPath);
    const title = page.getByRole('heading', { level: 1 });
    const before = await title.boundingBox();
    await trigger(page).click();
    await expect(copyEntry(page)).toBeVisible();
    expect(await title.boundingBox()).toEqual(before);
    const link = await viewEntry(page).boundingBox();
    await connectEntry(page).click();
    await page.getByText('Cursor', { exact: true }).click();
    expect(await viewEntry(page).boundingBox()).toEqual(link);
    expect(await overflowOf(page)).toBe(0);
    const menu = page.locator('details', { has: trigger(page) });
    const targets = menu.locator('a:visible, button:visible, summary:visible');
    expect(await targets.count()).toBeGreaterThan(8);
    for (const target of await targets.all()) {
      const box = await target.boundingBox();
      expect(Math.min(box?.width ?? 0, box?.height ?? 0)).toBeGreaterThanOrEqual(24);
      expect(box?.x).toBeGreaterThanOrEqual(0);
    }
  });
}
