import type { Page } from '@playwright/test';
import { axeViolationsInBothModes } from './support/axe.ts';
import { overflowOf } from './support/overflow.ts';
import { PageErrors } from './support/page-errors.ts';
import { expect, open, test } from './support/fixtures.ts';
import { heading } from './support/locators.ts';

const urlPath = '/getting-started/submitData/';
const start = (page: Page) => page.getByRole('button', { name: 'Start a sandbox project' });
const box = (page: Page) => page.getByRole('region', { name: 'Sandbox project' });

test('a guide starts a project and shows the commands for a terminal', async ({ page, origin }) => {
  const pageErrors = new PageErrors(page, origin);
  const asked: string[] = [];
  page.on('request', (request) => asked.push(request.url()));
  await open(page, urlPath);
  await pageErrors.settled();
  expect(asked.filter((url) => url.includes('/sandbox/'))).toEqual([]);
  await start(page).click();
  const lines = box(page).getByRole('group', { name: 'Setup commands' });
  await expect(lines).toContainText(`export ANEDYA_DEVICE_URL='${origin}/sandbox/device/v1'`);
  // Waits for the sketches of the guide.
  await expect(page.locator('main code').filter({ hasText: 'BASE_URL[]' }).first()).toContainText(
    `"${origin}/sandbox/device/v1"`,
  );
  await pageErrors.settled();
  expect(pageErrors.list).toEqual([]);

  // Another page of the tab has the project.
  await open(page, '/getting-started/sendcommands/');
  await page.getByRole('button', { name: 'Show your sandbox project' }).click();
  await expect(lines).toContainText('ANEDYA_CONNECTION_KEY');
  expect(asked.filter((url) => url.endsWith('/sandbox/projects'))).toHaveLength(1);
});

test('the block of the terminal only contains the address of this site', async ({
  page,
  origin,
}) => {
  await open(page, '/getting-started/');
  await page.getByText('In a terminal only', { exact: true }).click();
  await expect(page.locator('pre', { hasText: 'ANEDYA_SANDBOX_URL=' }).first()).toHaveText(
    `export ANEDYA_SANDBOX_URL=${origin}/sandbox`,
  );
});

test('the new project gets the focus of its button and is visible', async ({ page }) => {
  await open(page, urlPath);
  await start(page).focus();
  await page.keyboard.press('Enter');
  await expect(box(page)).toBeFocused();
  await expect(box(page).getByLabel('API key', { exact: true })).toBeVisible();
  await open(page, urlPath);
  await page.getByRole('button', { name: 'Show your sandbox project' }).focus();
  await page.keyboard.press('Enter');
  await expect(box(page)).toBeFocused();
});

test('the confirmation of Reset closes when that of Delete project opens', async ({ page }) => {
  await open(page, urlPath);
  await start(page).click();
  await box(page).getByRole('button', { name: 'Reset', exact: true }).click();
  await box(page).getByRole('button', { name: 'Yes, reset' }).click();
  await expect(box(page)).toContainText('The project has new sample data');
  // The confirmation opens under the pointer: the second click of a double-click does not confirm it.
  await box(page).getByRole('button', { name: 'Delete project', exact: true }).dblclick();
  await expect(box(page)).toContainText('This deletes the project');
  await expect(box(page)).not.toContainText('The project has new sample data');
  await box(page).getByRole('button', { name: 'Yes, delete' }).click();
  await expect(box(page)).toContainText('Project deleted.');
});

test('a project moves to another tab as a file', async ({ page, browser }) => {
  await open(page, urlPath);
  await start(page).click();
  const nodeKey = (tab: Page) => box(tab).getByLabel(/^Connection key of/);
  const key = await nodeKey(page).inputValue();
  const saving = page.waitForEvent('download');
  await box(page).getByRole('button', { name: 'Export' }).click();
  const saved = await saving;
  expect(saved.suggestedFilename()).toBe('anedya-sandbox-project.json');
  await expect(box(page)).toContainText('keep it private');
  const file = await saved.path();

  // Its own data is replaced after a question.
  await box(page).getByRole('button', { name: 'Reset', exact: true }).click();
  await box(page).getByRole('button', { name: 'Yes, reset' }).click();
  await expect(nodeKey(page)).not.toHaveValue(key);
  await box(page).getByRole('button', { name: 'Import' }).focus();
  await page.keyboard.press('Enter');
  const choosing = page.waitForEvent('filechooser');
  await box(page).getByRole('button', { name: 'Choose a file' }).click();
  await (await choosing).setFiles(file);
  await expect(box(page)).toContainText('The project has the data, ids and connection keys');
  await expect(nodeKey(page)).toHaveValue(key);

  // Another browser cannot import it while the project exists, and can after that.
  const other = await browser.newPage();
  await open(other, new URL(urlPath, page.url()).href);
  await start(other).click();
  const importInto = async () => {
    const importing = box(other).getByRole('button', { name: 'Import' });
    await expect(importing).toHaveAttribute('aria-disabled', 'false');
    await importing.click();
    const choosingThere = other.waitForEvent('filechooser');
    await box(other).getByRole('button', { name: 'Choose a file' }).click();
    await (await choosingThere).setFiles(file);
  };
  await importInto();
  const failure = box(other).getByRole('alert');
  await expect(failure).toContainText('The file was not imported');
  await expect(failure).toContainText('Another project of this sandbox has a connection key');
  await box(page).getByRole('button', { name: 'Delete project' }).click();
  await box(page).getByRole('button', { name: 'Yes, delete' }).click();
  await expect(box(page)).toContainText('Project deleted.');
  await importInto();
  await expect(nodeKey(other)).toHaveValue(key);
  await other.close();
});

for (const width of [1440, 390]) {
  test(`axe finds nothing in the offer and the project at ${width} px`, async ({ page }) => {
    await page.setViewportSize({ width, height: 844 });
    await open(page, urlPath);
    await expect(start(page)).toBeVisible();
    expect.soft(await axeViolationsInBothModes(page), 'offer').toEqual([]);
    await start(page).click();
    await expect(box(page).getByLabel('API key', { exact: true })).toBeVisible();
    await expect(box(page).getByRole('time')).toHaveText(/^[A-Z][a-z]{2} \d+, \d{4}, \d\d:\d\d$/);
    const line = box(page).locator('.sandbox__terminal .sandbox__line').locator('select, button');
    const middles = await line.evaluateAll((parts) =>
      parts.map((part) => {
        const { top, bottom } = part.getBoundingClientRect();
        return Math.round((top + bottom) / 2);
      }),
    );
    expect.soft(new Set(middles).size, 'lines of the shell, “Show keys” and “Copy”').toBe(1);
    expect.soft(await axeViolationsInBothModes(page), 'project').toEqual([]);
    expect(await overflowOf(page)).toBeLessThanOrEqual(0);
  });
}

test.describe('without scripts', () => {
  test.use({ javaScriptEnabled: false });

  test('the alternative without a button is described', async ({ page }) => {
    await page.goto(urlPath);
    await expect(heading(page)).toBeVisible();
    await expect(start(page)).toBeHidden();
    // Playwright does not find text inside this element.
    await page.locator('article noscript a[href$="#without-an-account"]').click();
    await expect(page).toHaveURL('/getting-started/#without-an-account');
    await page.getByText('In a terminal only', { exact: true }).click();
    await expect(page.locator('pre', { hasText: 'ANEDYA_SANDBOX_URL=' }).first()).toBeVisible();
  });
});
