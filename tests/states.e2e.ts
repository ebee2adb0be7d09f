import type { Page } from '@playwright/test';
import { indistinctStates } from './support/control-states.ts';
import { open } from './support/fixtures.ts';
import { hamburger, searchButton, searchDialog, searchHits } from './support/locators.ts';
import { expect, openSandboxRunner, runner, sendButton, status, test } from './support/runner.ts';
import { box, projectOf } from './support/sandbox.ts';

test.describe.configure({ timeout: 180_000 });

/** Every visible control has distinct states, in both color modes. */
async function expectStates(page: Page): Promise<void> {
  const found = new Set<string>();
  for (const mode of ['dark', 'light']) {
    await page.evaluate((theme) => (document.documentElement.dataset.theme = theme), mode);
    for (const line of await indistinctStates(page)) found.add(`${line} in ${mode} mode`);
  }
  expect.soft([...found]).toEqual([]);
}

test.beforeEach(async ({ page }) => {
  await page.emulateMedia({ reducedMotion: 'reduce' });
});

test('controls of the home page and its tour show their states', async ({ page }) => {
  await open(page, '/');
  await page.getByRole('button', { name: 'Create a project' }).click();
  await expect(page.locator('.live__status')).toContainText('Project created');
  await page.getByRole('button', { name: 'Use offline' }).click();
  await page.getByRole('group', { name: 'Offline copy' }).waitFor();
  await expectStates(page);
});

test('controls of an operation and the request runner show their states', async ({ page }) => {
  await openSandboxRunner(page, '/platform-api/deployments-create/');
  await projectOf(page);
  await box(page).getByText('Use in a terminal').click();
  await sendButton(page).click();
  await expect(status(page)).toHaveText(/^200 OK/);
  await runner(page)
    .getByText(/^Requests in this tab/)
    .click();
  await page.getByText('Copy page', { exact: true }).click();
  await expectStates(page);
  await runner(page).getByRole('tab', { name: 'JSON' }).click();
  await page.getByRole('button', { name: 'Values', exact: false }).first().click();
  await expectStates(page);
});

test('controls of the MQTT console and the events of a guide show their states', async ({
  page,
}) => {
  await open(page, '/device/mqtt-endpoints/');
  await page.getByRole('button', { name: 'MQTT console' }).click();
  await expect(page.locator('.mqtt select').first()).toBeVisible();
  await expectStates(page);
  await open(page, '/features/events/');
  await expectStates(page);
});

test('controls of the search and the menu on a phone show their states', async ({ page }) => {
  await open(page, '/search/?q=heartbeat');
  await expect(page.locator('main article, main li').first()).toBeVisible();
  await expectStates(page);
  await open(page, '/no-such-page/');
  await expectStates(page);
  await open(page, '/changelog/');
  await searchButton(page).click();
  await searchDialog(page).getByPlaceholder('Search docs').fill('mqtt');
  await expect(searchHits(page).first()).toBeVisible();
  await expectStates(page);
  await page.setViewportSize({ width: 390, height: 844 });
  await open(page, '/platform-api/node-create/');
  await hamburger(page).click();
  await expectStates(page);
});
