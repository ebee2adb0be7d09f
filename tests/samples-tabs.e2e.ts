import type { Page } from '@playwright/test';
import { expect, hydrated, open, test } from './support/fixtures.ts';
import { heading } from './support/locators.ts';

const path = '/platform-api/node-create/';
const names = [
  'curl',
  'Node.js',
  'Python',
  'Go',
  'Rust',
  'C#',
  'Ruby',
  'PHP',
  'Java',
  'PowerShell',
];

const list = (page: Page) => page.getByRole('tablist', { name: 'Language' });
const tab = (page: Page, name: string) => list(page).getByRole('tab', { name, exact: true });
const panel = (page: Page, name: string) => page.getByRole('tabpanel', { name, exact: true });

test.describe('code samples', () => {
  // Specification, section 2: the ten languages, in their order.
  test('offer ten languages, curl first', async ({ page }) => {
    await open(page, path);
    await expect(list(page).getByRole('tab')).toHaveText(names);
    await expect(tab(page, 'curl')).toHaveAttribute('aria-selected', 'true');
    await expect(page.getByRole('tabpanel')).toHaveCount(1);
    await expect(panel(page, 'curl')).toContainText('curl');
  });

  for (const name of names) {
    test(`show ${name} and nothing else when it is chosen`, async ({ page }) => {
      await open(page, path);
      await tab(page, name).click();
      await expect(tab(page, name)).toHaveAttribute('aria-selected', 'true');
      await expect(page.getByRole('tabpanel')).toHaveCount(1);
      await expect(panel(page, name)).toContainText('greenhouse-7');
    });
  }

  // ARIA Authoring Practices, tabs pattern: arrows move and wrap, Home and End go to the ends, one tab stop.
  test('follow the keyboard', async ({ page }) => {
    await open(page, path);
    await tab(page, 'curl').focus();
    await page.keyboard.press('ArrowRight');
    await expect(tab(page, 'Node.js')).toBeFocused();
    await expect(panel(page, 'Node.js')).toBeVisible();
    await page.keyboard.press('End');
    await expect(tab(page, 'PowerShell')).toBeFocused();
    await page.keyboard.press('ArrowRight');
    await expect(tab(page, 'curl')).toBeFocused();
    await page.keyboard.press('ArrowLeft');
    await expect(tab(page, 'PowerShell')).toBeFocused();
    await page.keyboard.press('Home');
    await expect(tab(page, 'curl')).toBeFocused();
    await expect(list(page).locator('[role=tab][tabindex="0"]')).toHaveCount(1);
    await page.keyboard.press('Tab');
    await expect(
      page.getByRole('button', { name: /^Copy/ }).and(page.locator(':focus')),
    ).toHaveCount(1);
  });

  test('keep the choice on the next page and after a reload', async ({ page }) => {
    await open(page, path);
    await tab(page, 'Go').click();
    await page.getByRole('link', { name: /^Next/ }).click();
    await expect(heading(page)).not.toHaveText('Create a node');
    await expect(panel(page, 'Go')).toContainText('package main');
    await page.reload();
    await expect(panel(page, 'Go')).toContainText('package main');
    await hydrated(page);
    await expect(tab(page, 'Go')).toHaveAttribute('aria-selected', 'true');
  });

  test('show the language the address names, before any script has loaded', async ({ page }) => {
    await page.route('**/assets/js/**', (route) => route.abort());
    await page.goto(`${path}?lang=rust`);
    await expect(page.locator('.samples__panel:visible')).toHaveCount(1);
    await expect(page.locator('.samples__panel:visible')).toContainText('fn main');
  });

  test('put the language into the address, and ignore one they do not know', async ({ page }) => {
    await open(page, `${path}?lang=cobol`);
    await expect(panel(page, 'curl')).toBeVisible();
    await tab(page, 'PHP').click();
    await expect(page).toHaveURL(/\?lang=php$/);
  });

  test('change in another tab of the browser as well', async ({ context, page }) => {
    const other = await context.newPage();
    for (const each of [page, other]) {
      await open(each, path);
    }
    await tab(page, 'Java').click();
    await expect(tab(other, 'Java')).toHaveAttribute('aria-selected', 'true');
    await expect(panel(other, 'Java')).toBeVisible();
  });

  test('copy the program that shows', async ({ context, page }) => {
    await context.grantPermissions(['clipboard-read', 'clipboard-write']);
    await open(page, path);
    await tab(page, 'Python').click();
    await panel(page, 'Python').getByRole('button', { name: /^Copy/ }).click();
    const copied = await page.evaluate(() => navigator.clipboard.readText());
    expect(copied).toBe(await panel(page, 'Python').locator('code').textContent());
    expect(copied).toContain('import');
  });

  test('show the first program where a page has none in the chosen language', async ({ page }) => {
    await page.addInitScript(() => localStorage.setItem('docs-sample-http', 'rust'));
    await open(page, '/getting-started/submitData/');
    const program = (id: string) => page.locator(`.samples__panel--http-${id}`);
    await expect(program('python')).toBeVisible();
    await expect(tab(page, 'Python')).toHaveAttribute('aria-selected', 'true');
    await tab(page, 'Go').click();
    await expect(program('go')).toContainText('package main');
    await expect(program('python')).toBeHidden();
    // The MQTT programs of the page are a separate group.
    await expect(page.getByRole('tabpanel')).toHaveCount(2);
  });

  // A device call can be made over MQTT too; its programs are a separate group.
  test('offer MQTT clients where a call has topics', async ({ page }) => {
    await open(page, '/device/api/submitdata/');
    const clients = page.getByRole('tablist', { name: 'MQTT client' });
    await clients.getByRole('tab').last().click();
    await expect(clients.getByRole('tab').last()).toHaveAttribute('aria-selected', 'true');
    await expect(tab(page, 'curl')).toHaveAttribute('aria-selected', 'true');
    await expect(page.getByRole('tabpanel')).toHaveCount(2);
  });
});

test.describe('without scripts', () => {
  test.use({ javaScriptEnabled: false });

  test('every program can be read', async ({ page }) => {
    await page.goto(path);
    await expect(page.locator('.samples__panel:visible')).toHaveCount(names.length);
    await expect(page.locator('.samples__tabs:visible')).toHaveCount(0);
  });
});
