import type { Locator, Page } from '@playwright/test';
import { axeViolations } from './support/axe.ts';
import { open } from './support/fixtures.ts';
import { PageErrors } from './support/page-errors.ts';
import { expect, test } from './support/runner.ts';
import { deleteProject, storedProject } from './support/sandbox.ts';

// Each sends requests in the built site.
test.describe.configure({ timeout: 60_000 });

const submitData = '/getting-started/submitData/';
const live = (page: Page): Locator =>
  page.getByRole('region', { name: 'Values of your sandbox project, live' });

/** Opens the live chart and waits until it is connected and has the values of the last day. */
async function watch(page: Page): Promise<void> {
  await open(page, submitData);
  await page.getByRole('button', { name: 'Watch values arrive' }).click();
  await expect(live(page).getByRole('status').first()).toHaveText(/^Connected/);
  await expect(live(page).getByRole('region', { name: 'Chart of temperature' })).toBeVisible();
  await expect(live(page).getByText(/^Table \([1-9]/)).toBeVisible();
}

/** Sends a value with the keyboard. */
async function sendValue(page: Page, value: string): Promise<void> {
  const field = live(page).getByLabel('Value', { exact: true });
  await field.fill(value);
  // What the page opens in the meantime takes the focus.
  await field.press('Enter');
}

for (const home of ['server', 'browser'] as const) {
  test(`a value that the page sends arrives in the live chart, in the sandbox of the ${home}`, async ({
    page,
    site,
  }) => {
    const pageErrors = new PageErrors(page, site.origin);
    const requests: string[] = [];
    page.on('request', (request) => requests.push(new URL(request.url()).pathname));
    page.on('websocket', (socket) => requests.push(new URL(socket.url()).pathname));
    await page.addInitScript((chosen) => localStorage.setItem('docs-sandbox-home', chosen), home);
    await watch(page);
    await live(page)
      .getByText(/^Table \(/)
      .click();
    await sendValue(page, '31.75');
    await expect(live(page).getByText(/^31.75 arrived at /)).toBeVisible();
    await expect(live(page).getByRole('row').nth(1).getByRole('cell').nth(2)).toHaveText('31.75');
    expect(await axeViolations(page)).toEqual([]);
    const usesServer = requests.some((urlPath) => urlPath.startsWith('/sandbox/'));
    expect(usesServer).toBe(home === 'server');
    await live(page).getByLabel('Value', { exact: true }).fill('x');
    await expect(live(page).getByText('Enter a number.')).toBeVisible();
    expect(pageErrors.list).toEqual([]);
  });
}

test('a live value with a timestamp in seconds is explained, and not drawn in 1970', async ({
  page,
  site,
}) => {
  await watch(page);
  await live(page)
    .getByText(/^Table \(/)
    .click();
  const project = await storedProject(page);
  const response = await page.request.post(`${site.origin}/sandbox/device/v1/submitData`, {
    headers: { 'Auth-mode': 'key', Authorization: project?.nodes[0]?.connectionKey ?? '' },
    data: { data: [{ variable: 'temperature', value: 33.3, timestamp: 1_764_000_000 }] },
  });
  expect(response.ok()).toBe(true);
  await expect(live(page).getByRole('status').first()).toHaveText(
    '33.3 arrived with the timestamp 1764000000, which looks like Unix seconds. Send milliseconds. The chart leaves it out.',
  );
  await expect(live(page).getByText('33.3', { exact: true })).toHaveCount(0);
});

test('the stream follows the page to another sandbox', async ({ page }) => {
  await watch(page);
  await page.getByRole('button', { name: /^(?:Start a|Show your) sandbox project$/ }).click();
  const box = page.getByRole('region', { name: 'Sandbox project' });
  await box.getByRole('button', { name: 'Use a sandbox in this browser' }).click();
  await expect(live(page).getByText(/^This sandbox runs in your browser/)).toBeVisible();
  await expect(live(page).getByRole('status').first()).toHaveText(/^Connected/);
  await sendValue(page, '19.5');
  await expect(live(page).getByText(/^19.5 arrived at /)).toBeVisible();
});

test('the stream follows the page to another project', async ({ page }) => {
  await watch(page);
  await page.getByRole('button', { name: /^(?:Start a|Show your) sandbox project$/ }).click();
  const box = page.getByRole('region', { name: 'Sandbox project' });
  await sendValue(page, '18.5');
  await expect(live(page).getByText(/^18.5 arrived at /)).toBeVisible();
  await box.getByText('Other projects and keys').click();
  await box.getByRole('button', { name: 'New project' }).click();
  await expect(live(page).getByRole('status').first()).toHaveText(/^Connected/);
  await sendValue(page, '19.5');
  await expect(live(page).getByText(/^19.5 arrived at /)).toBeVisible();
});

test('a stream whose project was deleted can be connected again', async ({ page }) => {
  await watch(page);
  await deleteProject(page);
  await expect(
    live(page).getByText(/^The stream has ended. The project was deleted/),
  ).toBeVisible();
  await live(page).getByRole('button', { name: 'Connect again' }).click();
  await expect(live(page).getByRole('status').first()).toHaveText(/^Connected/);
});
