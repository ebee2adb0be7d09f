import type { Page } from '@playwright/test';
import {
  choosePlatform,
  expect,
  openSandboxRunner,
  runner,
  sendButton,
  status,
  test,
} from './support/runner.ts';
import { box, projectOf } from './support/sandbox.ts';

const urlPath = '/platform-api/node-list/';

async function expectInBox(page: Page, title: string, hint: RegExp): Promise<void> {
  await expect(box(page).getByRole('alert')).toContainText(title);
  await expect(box(page).getByRole('alert')).toContainText(hint);
}

test('a host without a sandbox', async ({ page, platform }) => {
  await page.route('**/sandbox/**', (route) =>
    route.fulfill({ status: 404, contentType: 'text/html', body: '<!doctype html>' }),
  );
  await openSandboxRunner(page, urlPath);
  await expectInBox(page, 'No sandbox on this host', /choose a platform server/);
  await sendButton(page).click();
  await expect(status(page)).toHaveText('No sandbox on this host');
  await expect(runner(page).getByText('Fix.', { exact: true })).toBeVisible();

  await choosePlatform(page);
  await runner(page).getByLabel('API key', { exact: true }).fill('k');
  await sendButton(page).click();
  await expect(status(page)).toHaveText(/^200 OK/);
  expect(platform.received).toHaveLength(1);
});

test('a sandbox that is unavailable and then available', async ({ page }) => {
  await page.route('**/sandbox/**', (route) => route.abort('connectionrefused'));
  await openSandboxRunner(page, urlPath);
  await expectInBox(page, 'Could not connect to the sandbox', /Try again in a few seconds/);
  await page.unroute('**/sandbox/**');
  await box(page).getByRole('button', { name: 'Try again' }).click();
  await projectOf(page);
  await page.route('**/sandbox/**', (route) => route.abort('connectionrefused'));
  await sendButton(page).click();
  await expect(status(page)).toHaveText('Could not connect to the sandbox');
});

test('a browser that is offline', async ({ page, context }) => {
  await openSandboxRunner(page, urlPath);
  await projectOf(page);
  await context.setOffline(true);
  await sendButton(page).click();
  await expect(status(page)).toHaveText('This browser is offline');
});

test('a network that has created too many projects', async ({ page }) => {
  const error = 'Your network has reached its limit of 20 new projects per hour.';
  await page.route('**/sandbox/projects', (route) =>
    route.fulfill({
      status: 429,
      headers: { 'retry-after': '180' },
      json: { success: false, error, errorcode: 1, reasonCode: 'sandbox::toomanyprojects' },
    }),
  );
  await openSandboxRunner(page, urlPath);
  await expectInBox(
    page,
    'You have reached a limit of the sandbox',
    /Try again in 3 minutes, or use a sandbox in this browser\./,
  );
  await expect(box(page).getByRole('alert')).toContainText(error);
});

test('a request for more than the sandbox allows', async ({ page }) => {
  await openSandboxRunner(page, '/platform-api/node-create/');
  await projectOf(page);
  await runner(page).getByRole('tab', { name: 'JSON' }).click();
  const body = JSON.stringify({ node_name: 'x'.repeat(300_000) });
  await runner(page).getByRole('textbox', { name: /json/i }).fill(body);
  await sendButton(page).click();
  await expect(status(page)).toHaveText(/^413/);
  await expect(runner(page).locator('.note--error')).toContainText('a limit of the sandbox');
  await expect(runner(page).locator('.note--error')).toContainText('Send less data');
});
