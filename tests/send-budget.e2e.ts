import { stat } from 'node:fs/promises';
import path from 'node:path';
import type { Page } from '@playwright/test';
import { axeViolationsInBothModes } from './support/axe.ts';
import { expect, hydrated, siteDir } from './support/fixtures.ts';
import { overflowOf } from './support/overflow.ts';
import { PendingRequests } from './support/pending-requests.ts';
import {
  openRunner,
  openSandboxRunner,
  runner,
  sendButton,
  status,
  test,
} from './support/runner.ts';
import { box, projectOf } from './support/sandbox.ts';

// Each test runs axe on a whole operation page.
test.describe.configure({ timeout: 180_000 });

const kB = 1000;
/** Paths of the scripts and styles that a page has loaded. */
const loadedFiles = (page: Page) =>
  page.evaluate(() =>
    performance
      .getEntriesByType('resource')
      .map(({ name }) => new URL(name).pathname)
      .filter((file) => /\.(?:js|css)$/.test(file)),
  );

const compressedSize = async (file: string) => (await stat(path.join(siteDir, `${file}.br`))).size;

const urlPath = '/platform-api/deployments-create/';

test('the request runner loads on demand, within 62.9 kB', async ({ page }) => {
  const pending = new PendingRequests(page);
  // Otherwise linked pages could be prefetched at any time.
  await page.addInitScript(() => {
    Object.defineProperty(navigator, 'connection', { value: { saveData: true } });
  });
  await page.goto(urlPath);
  await hydrated(page);
  await pending.settled();
  const first = new Set(await loadedFiles(page));
  await page.locator('.send__open').click();
  await runner(page).waitFor();
  // Programs show what the reader enters when the grammar of their language has loaded.
  await runner(page).getByLabel('deploymentName', { exact: true }).fill('entered');
  await expect(page.locator('.operation__samples')).toContainText('entered');
  await pending.settled();
  const added = (await loadedFiles(page)).filter((file) => !first.has(file));
  const sizes = await Promise.all(added.map(compressedSize));
  const total = sizes.reduce((sum, size) => sum + size, 0);
  expect(total).toBeGreaterThan(0);
  expect(total).toBeLessThanOrEqual(62.9 * kB);
});

for (const width of [1440, 996, 390]) {
  test(`axe finds nothing in the sandbox's box at ${width} px`, async ({ page }) => {
    await page.emulateMedia({ reducedMotion: 'reduce' });
    await page.setViewportSize({ width, height: 900 });
    await openSandboxRunner(page, urlPath);
    await projectOf(page);
    await box(page).getByText('Use in a terminal').click();
    await sendButton(page).click();
    await expect(status(page)).toHaveText(/^200 OK/);
    expect.soft(await axeViolationsInBothModes(page), 'a project').toEqual([]);
    const name = (text: string) => box(page).getByRole('button', { name: text, exact: true });
    await name('Delete project').click();
    expect.soft(await axeViolationsInBothModes(page), 'a question').toEqual([]);
    await page.route('**/sandbox/projects', (route) => route.abort('connectionrefused'));
    await name('Yes, delete').click();
    await expect(box(page).getByRole('alert')).toBeVisible();
    expect.soft(await axeViolationsInBothModes(page), 'a failure').toEqual([]);
    await page.unroute('**/sandbox/projects');
    await name('Delete project').click();
    await name('Yes, delete').click();
    await expect(name('New project')).toBeFocused();
    expect.soft(await axeViolationsInBothModes(page), 'no project').toEqual([]);
    expect(await overflowOf(page)).toBeLessThanOrEqual(0);
  });

  test(`axe finds nothing in the open runner at ${width} px`, async ({ page, platform }) => {
    await page.emulateMedia({ reducedMotion: 'reduce' });
    await page.setViewportSize({ width, height: 900 });
    await openRunner(page, urlPath);
    expect.soft(await axeViolationsInBothModes(page), 'opened').toEqual([]);
    await sendButton(page).click();
    await expect(status(page)).toHaveText(/^401/);
    expect.soft(await axeViolationsInBothModes(page), 'a failure').toEqual([]);
    await runner(page).getByRole('tab', { name: 'JSON' }).click();
    await runner(page).getByRole('textbox', { name: /json/i }).fill('{"assetId": 1');
    expect.soft(await axeViolationsInBothModes(page), 'broken JSON').toEqual([]);
    await runner(page).getByRole('button', { name: 'Reset to example' }).click();
    await runner(page).getByLabel('API key', { exact: true }).fill('k');
    await sendButton(page).click();
    await expect(status(page)).toHaveText(/^200 OK/);
    await runner(page)
      .getByText(/^Requests in this tab/)
      .click();
    expect.soft(await axeViolationsInBothModes(page), 'a response').toEqual([]);
    expect(platform.received).toHaveLength(2);
    expect(await overflowOf(page)).toBeLessThanOrEqual(0);
  });
}
