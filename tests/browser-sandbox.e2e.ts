import { readdir, stat } from 'node:fs/promises';
import path from 'node:path';
import type { Page } from '@playwright/test';
import { siteDir } from './support/fixtures.ts';
import { expect, openSandboxRunner, runner, sendButton, status, test } from './support/runner.ts';
import { operationGroups } from './support/specification-routes.ts';
import { box, leaveProject, projectOf, storedProject } from './support/sandbox.ts';

const listPath = '/platform-api/node-list/';

/** Requests of a page to the server's sandbox. */
function sandboxRequests(page: Page): string[] {
  const urls: string[] = [];
  page.on('request', (request) => {
    if (new URL(request.url()).pathname.startsWith('/sandbox')) urls.push(request.url());
  });
  return urls;
}

/** Selects the sandbox in the browser in the runner of an operation, and waits for its project. */
async function openInBrowser(page: Page, urlPath: string): Promise<void> {
  await page.addInitScript(() => localStorage.setItem('docs-sandbox-home', 'browser'));
  await openSandboxRunner(page, urlPath);
  await projectOf(page);
}

test.describe.configure({ timeout: 120_000 });

test('it is at most 520 kB, and a page loads it only on demand', async ({ page }) => {
  const folder = path.join(siteDir, 'assets/sandbox');
  const files = (await readdir(folder)).filter((file) => file.endsWith('.br'));
  const sizes = await Promise.all(
    files.map(async (file) => (await stat(path.join(folder, file))).size),
  );
  expect(files).toHaveLength(2);
  expect(sizes.reduce((sum, size) => sum + size, 0)).toBeLessThanOrEqual(520_000);

  const loaded: string[] = [];
  page.on('request', (request) => loaded.push(new URL(request.url()).pathname));
  await openSandboxRunner(page, listPath);
  await projectOf(page);
  expect(loaded.filter((file) => file.startsWith('/assets/sandbox/'))).toEqual([]);
});

test('the reader can choose the sandbox in this browser, and back', async ({ page }) => {
  await openSandboxRunner(page, listPath);
  const { apiKey } = await projectOf(page);
  const server = runner(page).getByLabel('Server');
  await server.selectOption({ label: 'Sandbox in this browser · no account' });
  await expect(box(page).getByLabel('API key', { exact: true })).not.toHaveValue(apiKey);
  const requests = sandboxRequests(page);
  await sendButton(page).click();
  await expect(status(page)).toHaveText(/^200 OK/);
  expect(requests).toEqual([]);
  await server.selectOption({ index: 0 });
  await expect(box(page).getByLabel('API key', { exact: true })).toHaveValue(apiKey);
});

test('a project in this browser survives a reload, and all tabs share it', async ({ page }) => {
  await openInBrowser(page, '/platform-api/node-create/');
  const { projectId } = await projectOf(page);
  await sendButton(page).click();
  await expect(status(page)).toHaveText(/^200 OK/);
  const response = await runner(page).locator('.runner__views pre').first().innerText();
  const created = /"nodeId": "([^"]+)"/.exec(response)?.[1];
  expect(created).toBeDefined();
  await page.goto('about:blank');
  await openSandboxRunner(page, listPath);
  expect((await projectOf(page)).projectId).toBe(projectId);
  await sendButton(page).click();
  await expect(runner(page).locator('.runner__views')).toContainText(created ?? '');

  const other = await page.context().newPage();
  await openInBrowser(other, listPath);
  expect((await storedProject(other))?.projectId).toBe(projectId);
  await sendButton(other).click();
  await expect(runner(other).locator('.runner__views')).toContainText(created ?? '');
});

for (const group of operationGroups) {
  test(`Send works in this browser: ${group[0]} to ${group.at(-1)}`, async ({ page }) => {
    const requests = sandboxRequests(page);
    for (const route of group) {
      await openInBrowser(page, route);
      await sendButton(page).click();
      await expect(status(page), route).toHaveText(/^200 OK/);
      await leaveProject(page, '/search/');
    }
    expect(requests).toEqual([]);
  });
}
