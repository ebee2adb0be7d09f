import { readFile } from 'node:fs/promises';
import type { Locator, Page } from '@playwright/test';
import { axeViolations } from './support/axe.ts';
import { open } from './support/fixtures.ts';
import { overflowOf } from './support/overflow.ts';
import { PageErrors } from './support/page-errors.ts';
import { expect, openSandboxRunner, runner, sendButton, status, test } from './support/runner.ts';
import { projectOf } from './support/sandbox.ts';

// Each test runs axe on a whole operation page.
test.describe.configure({ timeout: 180_000 });

const form = (page: Page, label: string) =>
  page.locator('.export').filter({ has: page.locator('summary', { hasText: label }) });

const summary = (page: Page, label: string) => form(page, label).locator('> summary');

/** Selects a format, and returns the name and the text of its file. */
async function download(page: Page, within: Locator, format: string) {
  await within.getByLabel('Format').selectOption({ label: format });
  const [file] = await Promise.all([
    page.waitForEvent('download'),
    within.getByRole('button', { name: /^Download / }).click(),
  ]);
  return { name: file.suggestedFilename(), text: await readFile(await file.path(), 'utf8') };
}

const formats = [
  'Shell script (curl)',
  '.http (REST Client, JetBrains)',
  'Hurl',
  'Bruno',
  'Postman collection',
  'HAR',
  'Arazzo workflow',
];

/** Secrets of the tab's project. */
async function secretsOf(page: Page): Promise<string[]> {
  const { apiKey, nodes } = await projectOf(page);
  return [apiKey, ...nodes.map(({ connectionKey }) => connectionKey)];
}

for (const { width, mode } of [
  { width: 1440, mode: 'dark' },
  { width: 390, mode: 'light' },
]) {
  test(`requests export in every format without secrets at ${width} px`, async ({ page, site }) => {
    const errors = new PageErrors(page, site.origin);
    await page.emulateMedia({ reducedMotion: 'reduce' });
    await page.addInitScript((theme) => localStorage.setItem('theme', theme), mode);
    await page.setViewportSize({ width, height: 900 });
    await openSandboxRunner(page, '/device/api/valuestore-set-value/');
    await projectOf(page);
    await runner(page).getByRole('tab', { name: 'JSON' }).click();
    const [apiKey = '', connectionKey = ''] = await secretsOf(page);
    const body = { reqId: connectionKey, key: 'note', value: `my key: ${apiKey}`, type: 'string' };
    await runner(page).getByRole('textbox', { name: /json/i }).fill(JSON.stringify(body));
    await sendButton(page).click();
    await expect(status(page)).toHaveText(/^200 OK/);

    await summary(page, 'Export this request').click();
    const single = await download(page, form(page, 'Export this request'), 'Hurl');
    expect(single.name).toBe('valuestore-set-value.hurl');
    expect(single.text).toContain('"value": "my key: {{ANEDYA_API_KEY}}"');

    await runner(page)
      .getByText(/^Requests in this tab/)
      .click();
    await summary(page, 'Export these requests').click();
    const history = form(page, 'Export these requests');
    await expect(history.getByText('The file contains no credentials.')).toBeVisible();
    for (const format of formats) {
      const { name, text } = await download(page, history, format);
      expect(name).toMatch(/^requests\./);
      expect(text).toContain('my key: ');
      for (const secret of [apiKey, connectionKey]) expect(text).not.toContain(secret);
    }
    expect(await axeViolations(page)).toEqual([]);
    expect(await overflowOf(page)).toBeLessThanOrEqual(0);

    // The tab no longer has the keys that the request contains.
    await runner(page).getByRole('button', { name: 'Delete project' }).click();
    await runner(page).getByRole('button', { name: 'Yes, delete' }).click();
    await runner(page).getByRole('button', { name: 'New project' }).click();
    await expect.poll(async () => (await projectOf(page)).apiKey).not.toBe(apiKey);
    await sendButton(page).click();
    await expect(status(page)).toHaveText(/^200 OK/);
    await expect(history.getByText(/^2 requests\./)).toBeVisible();
    const later = await download(page, history, 'Shell script (curl)');
    expect(later.text).toContain('valuestore-set-value-2)');
    for (const secret of [apiKey, connectionKey]) expect(later.text).not.toContain(secret);
    await errors.settled();
    expect(errors.list).toEqual([]);
  });
}

test('the menu of an operation page exports its request by keyboard', async ({ page }) => {
  await page.setViewportSize({ width: 390, height: 900 });
  await open(page, '/platform-api/commands-send/');
  const menu = page.locator('.copy-page');
  await menu.locator('> summary').focus();
  await page.keyboard.press('Enter');
  await summary(page, 'Export the request').focus();
  await page.keyboard.press('Enter');
  const entry = form(page, 'Export the request');
  await entry.getByLabel('Format').focus();
  await page.keyboard.press('H');
  await page.keyboard.press('Tab');
  const [file] = await Promise.all([page.waitForEvent('download'), page.keyboard.press('Enter')]);
  expect(file.suggestedFilename()).toBe('commands-send.hurl');
  const text = await readFile(await file.path(), 'utf8');
  expect(text).toContain('"nodeid": "{{ANEDYA_NODE_ID}}"');
  expect(text).toContain('--secret ANEDYA_API_KEY="$ANEDYA_API_KEY"');
  expect(await axeViolations(page)).toEqual([]);
  expect(await overflowOf(page)).toBeLessThanOrEqual(0);
});

for (const [api, route] of [
  ['platform', '/platform-api/anedya-platform-apis/'],
  ['device', '/device/api/device-apis/'],
] as const) {
  test(`the conventions of the ${api} API offer all requests in every format`, async ({ page }) => {
    await open(page, route);
    for (const extension of [
      '.sh',
      '.http',
      '.hurl',
      '.bruno.json',
      '.postman_collection.json',
      '.har',
      '.arazzo.json',
    ]) {
      const link = page.locator(`a[download][href="/specs/${api}${extension}"]`);
      await expect(link).toBeVisible();
      const response = await page.request.get(`/specs/${api}${extension}`);
      expect(response.status(), extension).toBe(200);
      expect(await response.text(), extension).toContain('ANEDYA_');
    }
  });
}
