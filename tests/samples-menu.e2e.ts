import type { Page } from '@playwright/test';
import { mainScript } from './support/build.ts';
import { expect, hydrated, open, test } from './support/fixtures.ts';
import { heading, sampleMenu } from './support/locators.ts';
import { delayScript } from './support/script-routes.ts';

const path = '/platform-api/node-create/';
const languages = [
  ['curl', 'curl'],
  ['nodejs', 'Node.js'],
  ['python', 'Python'],
  ['go', 'Go'],
  ['rust', 'Rust'],
  ['csharp', 'C#'],
  ['ruby', 'Ruby'],
  ['php', 'PHP'],
  ['java', 'Java'],
  ['powershell', 'PowerShell'],
] as const;

const program = (page: Page, id: string) => page.locator(`.samples__panel.sample--http-${id}`);
const visiblePrograms = (page: Page) => page.locator('.samples__panel:visible');
const visibleName = (page: Page) => page.locator('.samples__name:visible').first();

test.describe('code samples', () => {
  // docs/behavior.md, section 2: the ten languages, in their order.
  test('offer ten languages, curl first', async ({ page }) => {
    await open(page, path);
    await expect(sampleMenu(page).getByRole('option')).toHaveText(
      languages.map(([, name]) => name),
    );
    await expect(sampleMenu(page)).toHaveValue('curl');
    await expect(visiblePrograms(page)).toHaveCount(1);
    await expect(program(page, 'curl')).toContainText('curl');
  });

  test('show the chosen language and nothing else', async ({ page }) => {
    await open(page, path);
    for (const [id, name] of languages) {
      await sampleMenu(page).selectOption(name);
      await expect(visibleName(page)).toHaveText(name);
      await expect(visiblePrograms(page)).toHaveCount(1);
      await expect(program(page, id)).toContainText('greenhouse-7');
    }
  });

  test('follow the keyboard, with one tab stop before the copy button', async ({ page }) => {
    await open(page, path);
    await sampleMenu(page).focus();
    await page.keyboard.press('ArrowDown');
    await expect(sampleMenu(page)).toHaveValue('nodejs');
    await expect(program(page, 'nodejs')).toBeVisible();
    await page.keyboard.press('End');
    await expect(program(page, 'powershell')).toBeVisible();
    await page.keyboard.press('Home');
    await expect(program(page, 'curl')).toBeVisible();
    await page.keyboard.press('Tab');
    await expect(
      page.getByRole('button', { name: /^Copy/ }).and(page.locator(':focus')),
    ).toHaveCount(1);
  });

  test('show which menu has the focus', async ({ page }) => {
    await open(page, path);
    await page.getByRole('button', { name: 'Try it' }).focus();
    await page.keyboard.press('Tab');
    const menu = page.locator('.samples__menu').filter({ has: sampleMenu(page) });
    for (let stops = 0; stops < 10; stops += 1) {
      if (await sampleMenu(page).evaluate((select) => select === document.activeElement)) break;
      await page.keyboard.press('Tab');
    }
    await expect(sampleMenu(page)).toBeFocused();
    await expect(menu).toHaveCSS('outline-style', 'solid');
  });

  test('keep the choice on the next page and after a reload', async ({ page }) => {
    await open(page, path);
    await sampleMenu(page).selectOption('Go');
    await page.getByRole('link', { name: /^Next/ }).click();
    await expect(heading(page)).not.toHaveText('Create a node');
    await expect(program(page, 'go')).toContainText('package main');
    await page.reload();
    await expect(program(page, 'go')).toContainText('package main');
    await hydrated(page);
    await expect(sampleMenu(page)).toHaveValue('go');
  });

  test('show the language the address names, before any script has loaded', async ({ page }) => {
    await page.route('**/assets/js/**', (route) => route.abort());
    await page.goto(`${path}?lang=rust`);
    await expect(visiblePrograms(page)).toHaveCount(1);
    await expect(visiblePrograms(page)).toContainText('fn main');
    await expect(visibleName(page)).toHaveText('Rust');
  });

  test('put the language into the address, and ignore one they do not know', async ({ page }) => {
    await open(page, `${path}?lang=cobol`);
    await expect(program(page, 'curl')).toBeVisible();
    await sampleMenu(page).selectOption('PHP');
    await expect(page).toHaveURL(/\?lang=php$/);
  });

  test('keep what the reader has selected, through hydration and another choice', async ({
    page,
  }) => {
    const script = await delayScript(page, mainScript());
    await page.goto(path, { waitUntil: 'domcontentloaded' });
    const code = program(page, 'curl').locator('code');
    await code.evaluate((element) => window.getSelection()?.selectAllChildren(element));
    const selected = () => page.evaluate(() => window.getSelection()?.toString());
    await expect.poll(selected).toContain('curl');
    await script.release();
    await hydrated(page);
    await sampleMenu(page).selectOption('Go');
    await sampleMenu(page).selectOption('curl');
    await expect(program(page, 'curl')).toBeVisible();
    expect(await selected()).toBe(await code.innerText());
  });

  test('change in another tab of the browser as well', async ({ context, page }) => {
    const other = await context.newPage();
    for (const each of [page, other]) {
      await open(each, path);
    }
    await sampleMenu(page).selectOption('Java');
    await expect(sampleMenu(other)).toHaveValue('java');
    await expect(program(other, 'java')).toBeVisible();
  });

  test('keep a later choice on the way back', async ({ page }) => {
    await open(page, path);
    await sampleMenu(page).selectOption('Go');
    await page.getByRole('link', { name: /^Next/ }).click();
    await expect(heading(page)).not.toHaveText('Create a node');
    await sampleMenu(page).selectOption('Python');
    await page.goBack();
    await expect(heading(page)).toHaveText('Create a node');
    await expect(program(page, 'python')).toBeVisible();
    await expect(page).toHaveURL(/\?lang=python$/);
  });

  test('keep a later choice of another tab after a reload', async ({ context, page }) => {
    const other = await context.newPage();
    for (const each of [page, other]) await open(each, path);
    await sampleMenu(page).selectOption('Go');
    await sampleMenu(other).selectOption('Java');
    await expect(sampleMenu(page)).toHaveValue('java');
    await page.reload();
    await expect(program(page, 'java')).toBeVisible();
    await hydrated(page);
    await expect(sampleMenu(page)).toHaveValue('java');
    await expect(sampleMenu(other)).toHaveValue('java');
    await expect(page).toHaveURL(/\?lang=java$/);
  });

  test('copy the program that shows', async ({ context, page }) => {
    await context.grantPermissions(['clipboard-read', 'clipboard-write']);
    await open(page, path);
    await sampleMenu(page).selectOption('Python');
    await program(page, 'python').getByRole('button', { name: /^Copy/ }).click();
    const copied = await page.evaluate(() => navigator.clipboard.readText());
    expect(copied).toBe(await program(page, 'python').locator('code').textContent());
    expect(copied).toContain('import');
  });

  test('show the first program where a page has none in the chosen language', async ({ page }) => {
    await page.addInitScript(() => localStorage.setItem('docs-sample-http', 'rust'));
    await open(page, '/getting-started/submitData/');
    await expect(program(page, 'python')).toBeVisible();
    await expect(sampleMenu(page)).toHaveValue('python');
    await expect(visibleName(page)).toHaveText('Python');
    await sampleMenu(page).selectOption('Go');
    await expect(program(page, 'go')).toContainText('package main');
    await expect(program(page, 'python')).toBeHidden();
    // The MQTT programs of the page are a separate group.
    await expect(visiblePrograms(page)).toHaveCount(2);
  });

  test('show the first program on the pages of a platform operation to readers of C', async ({
    page,
  }) => {
    const stored = () => page.evaluate(() => localStorage.getItem('docs-sample-http'));
    await open(page, '/device/api/submitdata/');
    await sampleMenu(page).selectOption('C (libcurl)');
    await expect(program(page, 'c')).toContainText('curl_easy_perform');
    for (const address of [path, `${path}?lang=c`]) {
      await open(page, address);
      await expect(visiblePrograms(page)).toHaveCount(1);
      await expect(program(page, 'curl')).toBeVisible();
      await expect(visibleName(page)).toHaveText('curl');
      await expect(sampleMenu(page)).toHaveValue('curl');
      expect(await stored()).toBe('c');
    }
    await open(page, '/device/api/submitdata/');
    await expect(program(page, 'c')).toBeVisible();
  });

  test('show it before any script has loaded, too', async ({ page }) => {
    await page.addInitScript(() => localStorage.setItem('docs-sample-http', 'c'));
    await page.route('**/assets/js/**', (route) => route.abort());
    await page.goto(path);
    await expect(visiblePrograms(page)).toHaveCount(1);
    await expect(program(page, 'curl')).toBeVisible();
    await expect(visibleName(page)).toHaveText('curl');
    await page.goto('/device/api/submitdata/');
    await expect(program(page, 'c')).toContainText('curl_easy_perform');
  });

  // A device operation is also available over MQTT; its programs are a separate group.
  test('offer MQTT clients where an operation has topics', async ({ page }) => {
    await open(page, '/device/api/submitdata/');
    const clients = sampleMenu(page, 'MQTT client');
    const last = await clients.getByRole('option').last().textContent();
    await clients.selectOption(last);
    await expect(page.locator('.samples__name:visible').last()).toHaveText(last ?? '');
    await expect(sampleMenu(page)).toHaveValue('curl');
    await expect(visiblePrograms(page)).toHaveCount(2);
  });
});

test.describe('without scripts', () => {
  test.use({ javaScriptEnabled: false });

  test('every program can be read', async ({ page }) => {
    await page.goto(path);
    await expect(visiblePrograms(page)).toHaveCount(languages.length);
    await expect(page.locator('.samples__menu:visible')).toHaveCount(0);
    await page.goto('/device/api/submitdata/');
    await expect(program(page, 'c')).toBeVisible();
  });
});
