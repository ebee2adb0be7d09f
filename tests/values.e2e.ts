import type { Page } from '@playwright/test';
import { axeViolations, axeViolationsInBothModes } from './support/axe.ts';
import { expect, open, test } from './support/fixtures.ts';
import { heading, sampleMenu } from './support/locators.ts';
import { PendingRequests } from './support/pending-requests.ts';

const operationPath = '/device/api/submitdata/';
const prosePath = '/getting-started/submitData/';
const deviceId = '22222222-2222-4222-8222-222222222222';
const nodeId = '11111111-1111-4111-8111-111111111111';
const secrets = {
  'Connection key': 'own-connection-secret',
  'API key': 'own-api-secret',
  'Access token secret': 'own-token-secret',
};

const button = (page: Page) => page.getByRole('button', { name: /^Your values/ });
const panel = (page: Page) => page.getByRole('dialog', { name: 'Your values' });
const field = (page: Page, label: string) => panel(page).getByLabel(label, { exact: true });
const code = (page: Page, text: string) => page.locator('main code').filter({ hasText: text });

/** Opens the panel with the reader's own values. */
async function openOwn(page: Page): Promise<void> {
  await button(page).click();
  await panel(page)
    .getByRole('radio', { name: /^My own values/ })
    .check();
}

async function enter(page: Page, values: Readonly<Record<string, string>>): Promise<void> {
  await openOwn(page);
  for (const [label, value] of Object.entries(values)) await field(page, label).fill(value);
  await page.keyboard.press('Escape');
  await expect(panel(page)).toHaveCount(0);
}

const useSandbox = (page: Page) =>
  panel(page)
    .getByRole('radio', { name: /^Sandbox project/ })
    .check();

async function startProject(page: Page): Promise<void> {
  await panel(page).getByRole('button', { name: 'Start a sandbox project' }).click();
  await field(page, 'API key').waitFor();
}

/** Texts of all code elements on the page. */
const codeTexts = (page: Page) => page.locator('main code').allTextContents();

test('the panel opens with the keyboard, closes with Escape and returns the focus', async ({
  page,
}) => {
  await open(page, operationPath);
  await button(page).focus();
  await page.keyboard.press('Enter');
  await expect(panel(page)).toBeVisible();
  await expect(panel(page).getByRole('radio', { name: /^Sandbox project/ })).toBeFocused();
  await page.keyboard.press('Escape');
  await expect(panel(page)).toHaveCount(0);
  await expect(button(page)).toBeFocused();

  await button(page).click();
  await panel(page).getByRole('button', { name: 'Done' }).click();
  await expect(panel(page)).toHaveCount(0);
  await expect(button(page)).toBeFocused();
});

test('values are shown in the code of every page until they are cleared', async ({ page }) => {
  await open(page, operationPath);
  const before = await codeTexts(page);
  await openOwn(page);
  await field(page, 'Device UUID').fill(deviceId);
  await expect(code(page, `$anedya/device/${deviceId}/submitdata/json`).first()).toBeAttached();
  await expect(code(page, 'device/{deviceId}')).toHaveCount(0);
  await page.keyboard.press('Escape');
  await expect(button(page)).toHaveText('Your values · 1');

  await sampleMenu(page, 'MQTT client').selectOption('Arduino (ESP32)');
  await expect(code(page, `#define DEVICE_ID "${deviceId}"`)).toBeVisible();

  // The next page of the same visit, then a reloaded page.
  await page.getByRole('link', { name: /^Next/ }).click();
  await expect(page).not.toHaveURL(operationPath);
  await expect(button(page)).toHaveText('Your values · 1');
  await page.goto(prosePath);
  await expect(code(page, `#define DEVICE_ID "${deviceId}"`).first()).toBeAttached();
  await expect(code(page, 'YOUR-DEVICE-UUID')).toHaveCount(0);

  await page.goto(operationPath);
  await expect(code(page, deviceId).first()).toBeAttached();
  await button(page).click();
  await panel(page).getByRole('button', { name: 'Clear all' }).click();
  await expect(panel(page).getByRole('status')).toHaveText('All values cleared.');
  await expect(field(page, 'Device UUID')).toHaveValue('');
  await expect(code(page, deviceId)).toHaveCount(0);
  expect(await codeTexts(page)).toEqual(before);
  await page.keyboard.press('Escape');
  await expect(button(page)).toHaveText('Your values');
});

test('the region is in host names', async ({ page }) => {
  await open(page, '/essentials/architecture/');
  await expect(code(page, 'mqtt.{region}.anedya.io')).not.toHaveCount(0);
  await openOwn(page);
  const options = field(page, 'Region').getByRole('option');
  await expect(options).toHaveText(['Not set', 'ap-in-1']);
  await field(page, 'Region').selectOption('ap-in-1');
  await expect(code(page, '{region}.anedya.io')).toHaveCount(0);
});

test('a copy button copies what is shown', async ({ page, context }) => {
  await context.grantPermissions(['clipboard-read', 'clipboard-write']);
  await open(page, '/platform-api/variables-latest/');
  await enter(page, { 'Node id': nodeId });
  const block = page
    .locator('main div', { has: page.locator('code').filter({ hasText: nodeId }) })
    .filter({ has: page.getByRole('button', { name: /^Copy/ }) })
    .last();
  // The program is written again, with the value instead of a variable of the environment.
  await expect(block.locator('code')).toContainText(`"${nodeId}"`);
  await block.getByRole('button', { name: /^Copy/ }).click();
  await expect(block.getByText('Copied')).toBeVisible();
  const copied = await page.evaluate(() => navigator.clipboard.readText());
  expect(copied).toBe(await block.locator('code').textContent());
  expect(copied).toContain(nodeId);
});

// The signature of the test vector is valid only for the bytes of the example.
test('a test vector keeps its example', async ({ page }) => {
  await open(page, '/platform-api/variables-latest/');
  await enter(page, { 'Node id': nodeId });
  await expect(code(page, nodeId).first()).toBeAttached();
  await page.goto('/features/access-tokens/authentication/');
  await expect(button(page)).toHaveText('Your values · 1');
  await expect(code(page, 'from sign import sign')).toContainText(
    '019f0000-0000-7000-8000-000000000001',
  );
});

test('a secret is masked, and stays in the session storage of the tab', async ({
  page,
  context,
}) => {
  const pending = new PendingRequests(page);
  const sent: string[] = [];
  page.on('request', (request) => {
    sent.push(`${request.url()} ${request.postData() ?? ''}`);
  });
  await open(page, operationPath);
  await openOwn(page);
  for (const [label, secret] of Object.entries(secrets)) {
    await expect(field(page, label)).toHaveAttribute('type', 'password');
    await field(page, label).fill(secret);
    await panel(page)
      .getByRole('button', { name: `Show ${label}` })
      .click();
    await expect(field(page, label)).toHaveAttribute('type', 'text');
    await panel(page)
      .getByRole('button', { name: `Hide ${label}` })
      .click();
    await expect(field(page, label)).toHaveAttribute('type', 'password');
  }
  await page.keyboard.press('Escape');
  await expect(button(page)).toHaveText('Your values · 3');
  await page.getByRole('link', { name: /^Next/ }).click();
  await expect(page).not.toHaveURL(operationPath);
  await pending.settled();

  const places = await page.evaluate(() => ({
    session: JSON.stringify(sessionStorage),
    elsewhere: [
      JSON.stringify(localStorage),
      document.cookie,
      location.href,
      document.documentElement.outerHTML,
    ].join(),
  }));
  const cookies = JSON.stringify(await context.cookies());
  for (const secret of Object.values(secrets)) {
    expect(places.session).toContain(secret);
    expect(places.elsewhere + cookies + sent.join()).not.toContain(secret);
  }

  const other = await context.newPage();
  await open(other, operationPath);
  await expect(button(other)).toHaveText('Your values');
});

test('the choice between the sandbox and own values applies to all tabs at once', async ({
  page,
  context,
}) => {
  await open(page, prosePath);
  const before = await codeTexts(page);
  await button(page).click();
  await startProject(page);
  await page.keyboard.press('Escape');
  await expect(button(page)).toHaveText('Your values · sandbox');
  await expect.poll(() => codeTexts(page)).not.toEqual(before);
  const other = await context.newPage();
  await open(other, prosePath);
  await openOwn(other);
  await expect(button(page)).toHaveText('Your values');
  await expect.poll(() => codeTexts(page)).toEqual(before);
});

test('a started sandbox project puts its values and addresses into pages', async ({
  page,
  origin,
  context,
}) => {
  await context.grantPermissions(['clipboard-read', 'clipboard-write']);
  await open(page, prosePath);
  const before = await codeTexts(page);
  await button(page).click();
  await startProject(page);
  const key = await field(page, 'API key').inputValue();
  const lines = panel(page).getByRole('group', { name: 'Setup commands' });
  await expect(lines).toContainText(`export ANEDYA_API_URL='${origin}/sandbox/platform/v1'`);
  await expect(lines).toContainText(`export ANEDYA_DEVICE_URL='${origin}/sandbox/device/v1'`);
  await expect(lines).not.toContainText(key);
  await panel(page).getByRole('button', { name: 'Show keys' }).click();
  await expect(lines).toContainText(`export ANEDYA_API_KEY='${key}'`);
  await panel(page)
    .getByRole('button', { name: /^Copy setup commands/ })
    .click();
  await expect(panel(page).getByText('Copied')).toBeVisible();
  const copied = await page.evaluate(() => navigator.clipboard.readText());
  expect(copied).toContain(`export ANEDYA_API_KEY='${key}'\n`);
  const [, deviceInUse = ''] = /ANEDYA_DEVICE_ID='([^']+)'/.exec(copied) ?? [];
  await field(page, 'Shell').selectOption('PowerShell');
  await expect(lines).toContainText(`$env:ANEDYA_API_KEY = '${key}'`);
  await page.keyboard.press('Escape');
  await expect(button(page)).toHaveText('Your values · sandbox');
  // On the smallest phones, the menu beside it keeps its line.
  await page.setViewportSize({ width: 320, height: 700 });
  const menu = await page.getByText('Copy page', { exact: true }).boundingBox();
  expect(menu?.y).toBe((await button(page).boundingBox())?.y);
  await page.setViewportSize({ width: 1440, height: 900 });
  await expect(code(page, `#define DEVICE_ID "${deviceInUse}"`).first()).toBeAttached();
  const [, keyInUse = ''] = /ANEDYA_CONNECTION_KEY='([^']+)'/.exec(copied) ?? [];
  const sketch = code(page, `BASE_URL[] = "${origin}/sandbox/device/v1"`).first();
  await expect(sketch).toContainText(`CONNECTION_KEY[] = "${keyInUse}"`);
  await page.goto(operationPath);
  await expect(code(page, `${origin}/sandbox/device/v1`).first()).toBeAttached();

  // The reader's own values apply, and the sandbox still exists afterward.
  await enter(page, { 'Device UUID': deviceId });
  await expect(button(page)).toHaveText('Your values · 1');
  await expect(code(page, deviceId).first()).toBeAttached();
  await expect(code(page, '/sandbox/')).toHaveCount(0);
  await button(page).click();
  await useSandbox(page);
  await expect(field(page, 'API key')).toHaveValue(key);
  await panel(page).getByRole('button', { name: 'Delete project', exact: true }).click();
  await page.keyboard.press('Escape');
  await expect(panel(page)).toBeVisible();
  await panel(page).getByRole('button', { name: 'Delete project', exact: true }).click();
  await panel(page).getByRole('button', { name: 'Yes, delete' }).click();
  await expect(panel(page).getByRole('button', { name: 'New project' })).toBeFocused();
  await openOwnAndClear(page);
  await page.goto(prosePath);
  await expect(heading(page)).toBeVisible();
  expect(await codeTexts(page)).toEqual(before);
});

async function openOwnAndClear(page: Page): Promise<void> {
  await panel(page)
    .getByRole('radio', { name: /^My own values/ })
    .check();
  await panel(page).getByRole('button', { name: 'Clear all' }).click();
}

test('an id that is not a UUID is reported and kept', async ({ page }) => {
  await open(page, operationPath);
  await openOwn(page);
  await field(page, 'Device UUID').fill('  device-7 ');
  await expect(panel(page).getByText('Not a UUID')).toHaveCount(0);
  await page.keyboard.press('Tab');
  await expect(panel(page).getByText('Not a UUID')).toBeVisible();
  await expect(field(page, 'Device UUID')).toHaveAttribute('aria-invalid', 'true');
  await page.keyboard.press('Escape');
  await expect(code(page, '$anedya/device/device-7/submitdata/json').first()).toBeAttached();
});

test('the panel loads on demand', async ({ page }) => {
  const pending = new PendingRequests(page);
  const scripts: string[] = [];
  page.on('request', (request) => {
    if (request.resourceType() === 'script') scripts.push(request.url());
  });
  await open(page, '/changelog/');
  await pending.settled();
  const before = scripts.length;
  await button(page).click();
  await expect(panel(page)).toBeVisible();
  expect(scripts.length).toBeGreaterThan(before);
});

test('a panel that cannot be loaded says so, and opens at the next try', async ({ page }) => {
  await open(page, prosePath);
  let isAway = true;
  await page.route('**/assets/js/**', (route) => (isAway ? route.abort() : route.continue()));
  await button(page).click();
  const alert = page.getByRole('alert');
  await expect(alert).toContainText('Your values could not be loaded.');
  expect(await axeViolations(page)).toEqual([]);
  isAway = false;
  await button(page).click();
  await expect(panel(page)).toBeVisible();
  await expect(alert).toHaveCount(0);
});

test('the layout does not shift when the number of values appears', async ({ page }) => {
  await open(page, prosePath);
  const title = await heading(page).boundingBox();
  const crumbs = page.getByRole('navigation', { name: 'Breadcrumbs' });
  const box = await crumbs.boundingBox();
  await enter(page, { 'Device UUID': deviceId, 'Node id': nodeId, ...secrets });
  await expect(button(page)).toHaveText('Your values · 5');
  expect(await crumbs.boundingBox()).toEqual(box);
  expect(await heading(page).boundingBox()).toEqual(title);
});

test.describe('without scripts', () => {
  test.use({ javaScriptEnabled: false });

  test('no button is offered', async ({ page }) => {
    await page.goto(operationPath);
    await expect(heading(page)).toBeVisible();
    await expect(page.getByText('Your values')).toBeHidden();
  });
});

for (const width of [1440, 390]) {
  test(`axe finds nothing in the panel at ${width} px, and it fits`, async ({ page }) => {
    await page.setViewportSize({ width, height: 844 });
    await open(page, operationPath);
    expect.soft(await axeViolationsInBothModes(page), 'button').toEqual([]);
    await openOwn(page);
    await field(page, 'Node id').fill('n1');
    await page.keyboard.press('Tab');
    await expect(panel(page).getByText('Not a UUID')).toBeVisible();
    expect.soft(await axeViolationsInBothModes(page), 'panel').toEqual([]);
    const [clear, done] = await Promise.all(
      ['Clear all', 'Done'].map((name) => panel(page).getByRole('button', { name }).boundingBox()),
    );
    expect.soft(clear?.y, 'the line of “Clear all” and “Done”').toBe(done?.y);
    await useSandbox(page);
    await startProject(page);
    expect.soft(await axeViolationsInBothModes(page), 'sandbox').toEqual([]);
    const excess = await panel(page).evaluate(
      (element) => element.scrollWidth - element.clientWidth,
    );
    expect(excess).toBe(0);
    const box = await panel(page).boundingBox();
    expect(box?.x ?? -1).toBeGreaterThanOrEqual(0);
    expect((box?.x ?? 0) + (box?.width ?? 0)).toBeLessThanOrEqual(width);
  });
}
