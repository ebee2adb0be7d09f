import { readdir, readFile, stat } from 'node:fs/promises';
import { createServer, request as send } from 'node:http';
import type { AddressInfo } from 'node:net';
import path from 'node:path';
import { buffer } from 'node:stream/consumers';
import type { BrowserContext, Page } from '@playwright/test';
import { browserStorage } from '../packages/sandbox/src/core/limits.ts';
import { open, siteDir } from './support/fixtures.ts';
import { connectConsole, consoleOf, entries, press } from './support/mqtt-console.ts';
import { PageErrors } from './support/page-errors.ts';
import { expect, openSandboxRunner, runner, sendButton, status, test } from './support/runner.ts';
import { box, projectOf, storedProject } from './support/sandbox.ts';

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

/** A browser without shared workers, such as that of many phones. */
const withoutSharedWorkers = (context: BrowserContext) =>
  context.addInitScript(() => Reflect.deleteProperty(window, 'SharedWorker'));

/** Workers of a tab that run the sandbox. */
const sandboxWorkers = (page: Page) =>
  page.workers().filter((worker) => worker.url().includes('/assets/sandbox/'));

/** Creates a node with Send. @returns its id */
async function createNode(page: Page): Promise<string> {
  await openInBrowser(page, '/platform-api/node-create/');
  await sendButton(page).click();
  await expect(status(page)).toHaveText(/^200 OK/);
  const response = await runner(page).locator('.runner__views pre').first().innerText();
  const created = /"nodeId": "([^"]+)"/.exec(response)?.[1];
  if (created === undefined) throw new Error(`no node in ${response}`);
  return created;
}

/** Sends the request of a list and expects a node in the response. */
async function expectListed(page: Page, nodeId: string): Promise<void> {
  await sendButton(page).click();
  await expect(status(page)).toHaveText(/^200 OK/);
  await expect(runner(page).locator('.runner__views')).toContainText(nodeId);
}

/** Chooses a project file to import. */
async function chooseFile(page: Page, buffer: Buffer): Promise<void> {
  await projectOf(page);
  await box(page).getByRole('button', { name: 'Import' }).click();
  const choosing = page.waitForEvent('filechooser');
  await box(page).getByRole('button', { name: 'Choose a file' }).click();
  const file = { name: 'project.json', mimeType: 'application/json', buffer };
  await (await choosing).setFiles(file);
}

/** Imports a project file, which replaces the data of the project. */
async function importFile(page: Page, file: string): Promise<void> {
  await chooseFile(page, await readFile(file));
  await expect(box(page)).toContainText('The project has the data, ids and connection keys');
}

/** Exports the project. @returns the path of the file */
async function exportFile(page: Page): Promise<string> {
  const saving = page.waitForEvent('download');
  await box(page).getByRole('button', { name: 'Export' }).click();
  return (await saving).path();
}

test.describe.configure({ timeout: 120_000 });

test('it is at most 525 kB, 605 kB with MQTT, and a page loads it only on demand', async ({
  page,
}) => {
  const folder = path.join(siteDir, 'assets/sandbox');
  const files = (await readdir(folder)).filter((file) => file.endsWith('.br'));
  const sizes = await Promise.all(
    files.map(async (file) => [file, (await stat(path.join(folder, file))).size] as const),
  );
  const total = (kinds: RegExp) =>
    sizes.filter(([file]) => kinds.test(file)).reduce((sum, [, size]) => sum + size, 0);
  expect(files).toHaveLength(3);
  expect(total(/^(?:engine|worker)\./)).toBeLessThanOrEqual(525_000);
  expect(total(/./)).toBeLessThanOrEqual(605_000);

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
  const created = await createNode(page);
  const { projectId } = await projectOf(page);
  await page.goto('about:blank');
  await openSandboxRunner(page, listPath);
  expect((await projectOf(page)).projectId).toBe(projectId);
  await expectListed(page, created);

  const other = await page.context().newPage();
  await openInBrowser(other, listPath);
  expect((await storedProject(other))?.projectId).toBe(projectId);
  await expectListed(other, created);
});

test('tabs use the project that another tab has started', async ({ page }) => {
  await openInBrowser(page, listPath);
  const other = await page.context().newPage();
  await openInBrowser(other, listPath);
  const former = await storedProject(other);
  await box(page).getByRole('button', { name: 'Delete project' }).click();
  await box(page).getByRole('button', { name: 'Yes, delete' }).click();
  await expect(box(page).getByRole('button', { name: 'New project' })).toBeFocused();
  await expect(box(other).getByRole('button', { name: 'New project' })).toBeVisible();
  await sendButton(page).click();
  await expect(status(page)).toHaveText(/^200 OK/);
  const present = await projectOf(page);
  expect(present.projectId).not.toBe(former?.projectId);

  await sendButton(other).click();
  await expect(status(other)).toHaveText(/^200 OK/);
  expect((await projectOf(other)).projectId).toBe(present.projectId);
});

test('the page says when the browser cannot store the project', async ({ page, site }) => {
  const { origin } = site;
  const session = await page.context().newCDPSession(page);
  await session.send('Storage.overrideQuotaForOrigin', { origin, quotaSize: 1 });
  await openInBrowser(page, '/platform-api/node-create/');
  const note = box(page).getByRole('alert');
  await expect(note).toContainText('could not store the last changes');
  await session.send('Storage.overrideQuotaForOrigin', { origin });
  await sendButton(page).click();
  await expect(status(page)).toHaveText(/^200 OK/);
  await expect(note).toHaveCount(0);
});

test('a crash of its worker loses nothing', async ({ page, browser }) => {
  const created = await createNode(page);
  await openSandboxRunner(page, listPath);
  await expectListed(page, created);
  const session = await browser.newBrowserCDPSession();
  const { targetInfos } = await session.send('Target.getTargets');
  const workers = targetInfos.filter(({ type }) => type === 'shared_worker');
  expect(workers).toHaveLength(1);
  for (const { targetId } of workers) await session.send('Target.closeTarget', { targetId });
  await session.detach();
  // Granted when the browser has ended the worker, after the page's own request.
  await page.evaluate(() =>
    navigator.locks.request('docs-sandbox /', { mode: 'shared' }, () => undefined),
  );
  await expectListed(page, created);
});

test('a download that failed can be repeated', async ({ page }) => {
  // Only the requests of a tab's own worker can be intercepted.
  await withoutSharedWorkers(page.context());
  let isDown = true;
  await page.context().route('**/assets/sandbox/engine.*', async (route) => {
    if (isDown) await route.abort();
    else await route.continue();
  });
  await page.addInitScript(() => localStorage.setItem('docs-sandbox-home', 'browser'));
  await openSandboxRunner(page, listPath);
  await expect(box(page).getByRole('alert')).toContainText('The sandbox could not be loaded');
  isDown = false;
  await box(page).getByRole('button', { name: 'Try again' }).click();
  await projectOf(page);
  await sendButton(page).click();
  await expect(status(page)).toHaveText(/^200 OK/);
});

test('tabs with different versions of the site do not share the store', async ({ page }) => {
  const other = await page.context().newPage();
  await open(other, '/changelog/');
  // The lock that the worker of another version holds.
  await other.evaluate(
    () =>
      new Promise<void>((held) => {
        void navigator.locks.request('docs-sandbox /', () => {
          held();
          return new Promise(() => undefined);
        });
      }),
  );
  await page.addInitScript(() => localStorage.setItem('docs-sandbox-home', 'browser'));
  await openSandboxRunner(page, listPath);
  await expect(box(page).getByRole('alert')).toContainText('Another tab uses the sandbox');
  await other.close();
  await box(page).getByRole('button', { name: 'Try again' }).click();
  await projectOf(page);
});

test('without shared workers, one tab runs it for all, and another continues', async ({ page }) => {
  const context = page.context();
  await withoutSharedWorkers(context);
  const created = await createNode(page);
  const other = await context.newPage();
  await openInBrowser(other, listPath);
  await expectListed(other, created);
  expect([sandboxWorkers(page).length, sandboxWorkers(other).length]).toEqual([1, 0]);
  await page.close();
  await expectListed(other, created);
  expect(sandboxWorkers(other)).toHaveLength(1);
});

test('the page shows the progress of the download', async ({ page, site }) => {
  let release: () => void = () => undefined;
  const released = new Promise<void>((resolve) => (release = resolve));
  // Sends half of the database engine, and waits.
  const slow = createServer((request, response) => {
    const { method, headers, url = '' } = request;
    const sent = send(site.origin + url, {
      method,
      headers: { ...headers, 'accept-encoding': 'identity' },
    });
    sent.on('response', (received) => {
      response.writeHead(received.statusCode ?? 502, received.headers);
      if (!url.endsWith('.wasm')) {
        received.pipe(response);
        return;
      }
      void buffer(received).then(async (content) => {
        response.write(content.subarray(0, content.length / 2));
        await released;
        response.end(content.subarray(content.length / 2));
      });
    });
    request.pipe(sent);
  });
  await new Promise<void>((resolve) => slow.listen(0, '127.0.0.1', resolve));
  const { port } = slow.address() as AddressInfo;
  await page.addInitScript(() => localStorage.setItem('docs-sandbox-home', 'browser'));
  await openSandboxRunner(page, `http://127.0.0.1:${port}${listPath}`);
  const progress = /Loading the sandbox into this browser: 0\.\d of 0\.9 MB/;
  await expect(box(page)).toContainText(progress);
  await expect(box(page).getByRole('button', { name: 'Cancel' })).toHaveCount(0);
  release();
  await projectOf(page);
  await expect(box(page)).not.toContainText(progress);
  slow.close();
});

test('a project moves from the server to this browser and back', async ({ page }) => {
  await openSandboxRunner(page, '/platform-api/node-create/');
  const onServer = await projectOf(page);
  const fromServer = await exportFile(page);
  const server = runner(page).getByLabel('Server');
  await server.selectOption({ label: 'Sandbox in this browser · no account' });
  const apiKey = box(page).getByLabel('API key', { exact: true });
  await expect(apiKey).not.toHaveValue(onServer.apiKey);
  await importFile(page, fromServer);
  const ids = (nodes: readonly { readonly nodeId: string }[] = []) =>
    nodes.map(({ nodeId }) => nodeId);
  expect(ids((await storedProject(page))?.nodes)).toEqual(ids(onServer.nodes));

  await sendButton(page).click();
  await expect(status(page)).toHaveText(/^200 OK/);
  await expect
    .poll(async () => (await storedProject(page))?.nodes.length)
    .toBe(onServer.nodes.length + 1);
  const moved = (await storedProject(page))?.nodes;
  const fromBrowser = await exportFile(page);
  await server.selectOption({ index: 0 });
  await expect(apiKey).toHaveValue(onServer.apiKey);
  await importFile(page, fromBrowser);
  expect(ids((await storedProject(page))?.nodes)).toEqual(ids(moved));
});

test('its limits on points and files are lower than those of a server', async ({ page }) => {
  await openInBrowser(page, listPath);
  const file = await exportFile(page);
  const project = JSON.parse(await readFile(file, 'utf8')) as {
    tables: Record<'points' | 'point_counts', unknown[][]>;
  };
  const { points } = project.tables;
  const [columns = [], point = []] = points;
  const time = columns.indexOf('timestamp');
  const count = browserStorage.points.project + 1;
  while (points.length <= count) points.push(point.with(time, points.length));
  project.tables.point_counts = [['points'], [count]];
  await chooseFile(page, Buffer.from(JSON.stringify(project)));
  await expect(box(page)).toContainText(`at most ${count - 1} points in this sandbox`);
});

for (const version of ['MQTT 5.0', 'MQTT 3.1.1']) {
  test(`the console works in this browser with ${version}`, async ({ page, site }) => {
    const connected: string[] = [];
    page.on('websocket', (socket) => connected.push(socket.url()));
    const requests = sandboxRequests(page);
    const pageErrors = new PageErrors(page, site.origin);
    await page.addInitScript(() => localStorage.setItem('docs-sandbox-home', 'browser'));
    await connectConsole(page, version);
    await press(page, 'Publish');
    await expect(entries(page, '…/response')).toContainText('"success": true');
    await press(page, 'Send command');
    await expect(entries(page, '…/commands').filter({ hasText: '"command"' })).toHaveCount(1);
    const report = consoleOf(page).getByRole('group', { name: 'Report the status' });
    await report.getByRole('button', { name: 'received' }).click();
    await expect(report).toContainText('Reported: received.');
    await consoleOf(page).locator('summary', { hasText: 'Device credentials' }).click();
    await expect(consoleOf(page)).toContainText('Terminals and devices cannot reach it');
    expect(pageErrors.list).toEqual([]);
    expect([...connected, ...requests]).toEqual([]);
  });
}
