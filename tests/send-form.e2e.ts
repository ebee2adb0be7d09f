import type { Page } from '@playwright/test';
import { expect, openRunner, openSandboxRunner, runner, status, test } from './support/runner.ts';

const field = (page: Page, name: string) => runner(page).getByLabel(name, { exact: true });
const tab = (page: Page, name: string) => runner(page).getByRole('tab', { name, exact: true });
const json = (page: Page) => runner(page).getByRole('textbox', { name: /json/i });

/** The body in the JSON view; the form is shown again afterward. */
async function body(page: Page): Promise<unknown> {
  await tab(page, 'JSON').click();
  const text = await json(page).inputValue();
  await tab(page, 'Form').click();
  return JSON.parse(text) as unknown;
}

test('the form and the JSON show the same body', async ({ page }) => {
  await openRunner(page, '/platform-api/node-create/');
  await field(page, 'node_name').fill('line-4');
  expect(await body(page)).toMatchObject({ node_name: 'line-4' });
  await tab(page, 'JSON').click();
  await json(page).fill('{"node_name": "from-json"}');
  await tab(page, 'Form').click();
  await expect(field(page, 'node_name')).toHaveValue('from-json');
  await runner(page).getByRole('button', { name: 'Reset to example' }).click();
  await expect(field(page, 'node_name')).toHaveValue('greenhouse-7');
});

test('a reset can be undone, by keyboard too, until the body is edited again', async ({ page }) => {
  await openRunner(page, '/platform-api/node-create/');
  await field(page, 'node_name').fill('line-4');
  const button = runner(page).getByRole('button', { name: /^(?:Reset to example|Undo reset)$/ });
  await button.focus();
  await page.keyboard.press('Enter');
  await expect(field(page, 'node_name')).toHaveValue('greenhouse-7');
  await expect(button).toBeFocused();
  await expect(button).toHaveText('Undo reset');
  await page.keyboard.press('Enter');
  await expect(field(page, 'node_name')).toHaveValue('line-4');
  await page.keyboard.press('Enter');
  await page.keyboard.press('Control+z');
  await expect(field(page, 'node_name')).toHaveValue('line-4');
  await page.keyboard.press('Enter');
  await field(page, 'node_name').fill('line-5');
  await expect(button).toHaveText('Reset to example');
});

test('arrow keys switch between the two views', async ({ page }) => {
  await openRunner(page, '/platform-api/node-create/');
  await tab(page, 'Form').focus();
  await page.keyboard.press('ArrowRight');
  await expect(tab(page, 'JSON')).toBeFocused();
  await expect(json(page)).toBeVisible();
  await page.keyboard.press('Home');
  await expect(tab(page, 'Form')).toBeFocused();
});

test('an optional field can be added and removed, and the focus follows', async ({ page }) => {
  await openRunner(page, '/platform-api/node-create/');
  await runner(page).getByRole('button', { name: 'Remove node_desc' }).click();
  await expect(field(page, 'node_desc')).toHaveCount(0);
  expect(await body(page)).not.toHaveProperty('node_desc');
  const add = runner(page).getByRole('button', { name: /node_desc/ });
  await add.focus();
  await page.keyboard.press('Enter');
  await expect(field(page, 'node_desc')).toBeFocused();
  await page.keyboard.type('back again');
  expect(await body(page)).toMatchObject({ node_desc: 'back again' });
});

test('a number can be typed digit by digit', async ({ page }) => {
  await openRunner(page, '/platform-api/node-list/');
  const limit = field(page, 'limit');
  await limit.fill('');
  await limit.pressSequentially('1.5');
  await expect(limit).toHaveValue('1.5');
  await expect(limit).toBeFocused();
  await page.keyboard.press('Tab');
  await expect(runner(page).getByText(/must be an integer|an integer, /)).toBeVisible();
  await limit.fill('-');
  await limit.pressSequentially('7');
  await expect(limit).toHaveValue('-7');
  await limit.fill('25');
  expect(await body(page)).toMatchObject({ limit: 25 });
});

test('a timestamp is filled in for the reader, in the unit of its field', async ({ page }) => {
  const now = Date.UTC(2026, 10, 21, 12, 30);
  await page.clock.setFixedTime(now);
  await openRunner(page, '/platform-api/commands-send/');
  const inOneHour = runner(page).locator('.body-editor').getByRole('button', { name: 'In 1 hour' });
  await inOneHour.click();
  await expect(field(page, 'expiry')).toHaveValue(String(now + 3_600_000));
  await expect(runner(page).getByText('Nov 21, 2026, 13:30:00 UTC')).toBeVisible();
});

test('an example that changes with each request keeps the focus of its field', async ({ page }) => {
  await openSandboxRunner(page, '/platform-api/commands-send/');
  const expiry = field(page, 'expiry');
  const before = await expiry.inputValue();
  await expiry.focus();
  await page.keyboard.press('ControlOrMeta+Enter');
  await expect(status(page)).toHaveText(/^200 OK/);
  await expect(expiry).not.toHaveValue(before);
  await expect(expiry).toBeFocused();
});

test('items can be added to lists and removed', async ({ page }) => {
  await openRunner(page, '/device/api/submitdata/');
  const before = (await body(page)) as { data: unknown[] };
  const lefts = await runner(page)
    .locator('.body-editor__panel > * > .body-editor__field > .body-editor__name > code')
    .evaluateAll((names) => names.map((name) => name.getBoundingClientRect().left));
  expect(lefts.length).toBeGreaterThan(1);
  expect(new Set(lefts).size).toBe(1);
  await runner(page).getByRole('button', { name: 'Add item' }).click();
  const grown = (await body(page)) as { data: unknown[] };
  expect(grown.data).toHaveLength(before.data.length + 1);
  await runner(page).getByRole('button', { name: 'Remove data 1' }).click();
  const shrunk = (await body(page)) as { data: unknown[] };
  expect(shrunk.data).toEqual(grown.data.slice(1));
});

test('the note about credentials is shown only with a field for one', async ({ page }) => {
  await openRunner(page, '/device/api/http-time-sync/');
  const note = runner(page).getByText('Stored in this tab until you close it');
  await expect(note).toBeVisible();
  await runner(page).getByLabel('Credential type').selectOption('None');
  await expect(note).toHaveCount(0);
});

test('broken JSON is kept and explained', async ({ page }) => {
  await openRunner(page, '/platform-api/node-create/');
  await tab(page, 'JSON').click();
  await json(page).fill('{"node_name": "x",\n  oops}');
  await expect(
    runner(page)
      .getByText(/line 2/i)
      .first(),
  ).toBeVisible();
  await tab(page, 'Form').click();
  await expect(field(page, 'node_name')).toHaveCount(0);
  await runner(page).getByRole('tabpanel').getByRole('button', { name: /JSON/ }).click();
  await expect(json(page)).toHaveValue('{"node_name": "x",\n  oops}');
});
