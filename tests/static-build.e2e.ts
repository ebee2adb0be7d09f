import { execFile } from 'node:child_process';
import { mkdtemp, readFile, rm } from 'node:fs/promises';
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import path from 'node:path';
import { promisify } from 'node:util';
import { headersFor, parseHeadersFile } from '../packages/server/src/plugins/security-headers.ts';
import { button, editor, output, programTab, typeProgram } from './support/firmware.ts';
import { expect, hydrated, test } from './support/fixtures.ts';
import { searchButton, searchHits, searchInput } from './support/locators.ts';
import { consoleOf, entries, press, stateOf } from './support/mqtt-console.ts';
import { openRunnerHere, runner, sendButton, status } from './support/runner.ts';
import { box, projectOf, resetProject } from './support/sandbox.ts';
import { operationGroups } from './support/specification-routes.ts';

const root = path.resolve(import.meta.dirname, '..');
const base = '/docs/';
const listPath = 'platform-api/node-list/';

const types: Readonly<Record<string, string>> = {
  '.html': 'text/html; charset=utf-8',
  '.js': 'text/javascript; charset=utf-8',
  '.css': 'text/css; charset=utf-8',
  '.json': 'application/json; charset=utf-8',
  '.svg': 'image/svg+xml',
  '.wasm': 'application/wasm',
};

/** A host that serves the files of a folder below the base path, with the headers of its `_headers` file, and nothing else. */
async function serveFolder(folder: string): Promise<Server> {
  const rules = parseHeadersFile(await readFile(path.join(folder, '_headers'), 'utf8'));
  const server = createServer((request, response) => {
    const { pathname } = new URL(request.url ?? '/', 'http://host.invalid');
    const inside = pathname.startsWith(base) ? pathname.slice(base.length) : '404.html';
    const file = inside === '' || inside.endsWith('/') ? `${inside}index.html` : inside;
    response.setHeaders(headersFor(rules, pathname));
    const send = (code: number, name: string) => (content: Buffer) => {
      const type = types[path.extname(name)] ?? 'application/octet-stream';
      response.writeHead(code, { 'content-type': type }).end(content);
    };
    const isRead = request.method === 'GET' || request.method === 'HEAD';
    readFile(path.join(folder, isRead ? file : '404.html'))
      .then(send(isRead ? 200 : 405, file))
      .catch(async () => send(404, '404.html')(await readFile(path.join(folder, '404.html'))));
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  return server;
}

let folder = '';
let server: Server | undefined;
let site = '';

// One after another: they share one build.
test.describe.configure({ mode: 'serial', timeout: 180_000 });

test.beforeAll(async () => {
  test.setTimeout(900_000);
  folder = await mkdtemp(path.join(root, '.cache/static-'));
  const script = path.join(root, 'scripts/build.mjs');
  // Playwright sets NODE_ENV to "test".
  const env = { ...process.env, NODE_ENV: 'production', BASE_URL: base };
  await promisify(execFile)(process.execPath, [script, '--static', '--out-dir', folder], {
    env,
    maxBuffer: 1e8,
  });
  const started = await serveFolder(folder);
  server = started;
  site = `http://localhost:${(started.address() as AddressInfo).port}${base}`;
});
test.afterAll(async () => {
  server?.close();
  await rm(folder, { recursive: true, force: true });
});

test('search, the sandbox and its project work without a server', async ({ page }) => {
  const failed: string[] = [];
  page.on('console', (message) => {
    if (message.type() === 'error') failed.push(message.text());
  });
  await page.goto(site + listPath);
  await hydrated(page);
  await searchButton(page).click();
  await searchInput(page).fill('heartbeat');
  await expect(searchHits(page).first()).toContainText(/heartbeat/i);
  await page.keyboard.press('Escape');

  await page.locator('.send__open').click();
  await sendButton(page).click();
  await expect(status(page)).toHaveText(/^200 OK/);
  await expect(box(page).getByRole('button', { name: /on the server/ })).toHaveCount(0);
  await page.reload();
  await hydrated(page);
  await page.locator('.send__open').click();
  await sendButton(page).click();
  await expect(status(page)).toHaveText(/^200 OK/);
  expect(failed).toEqual([]);
});

test('Getting started does not send terminals to a sandbox that it does not have', async ({
  page,
}) => {
  await page.goto(`${site}getting-started/`);
  await expect(page.getByText('This copy of the site has no server')).toBeVisible();
  await expect(page.getByText('ANEDYA_SANDBOX_URL')).toHaveCount(0);
});

test('a platform that does not allow this page gets a message', async ({ page }) => {
  await page.route('https://api.*/**', (route) => route.abort());
  await page.goto(site + listPath);
  await hydrated(page);
  await page.locator('.send__open').click();
  await runner(page).getByLabel('Server').selectOption({ index: 1 });
  await runner(page).getByLabel('API key', { exact: true }).fill('key');
  await sendButton(page).click();
  await expect(runner(page)).toContainText('Copy a code sample and run it: CORS applies only to');
});

test('a platform that allows this page gets the request directly', async ({ page }) => {
  const sent: string[] = [];
  await page.route('https://api.*/**', async (route) => {
    sent.push(route.request().url());
    const headers = { 'access-control-allow-origin': '*' };
    await route.fulfill({ headers, json: { success: true, error: '', nodes: [] } });
  });
  await page.goto(site + listPath);
  await hydrated(page);
  await page.locator('.send__open').click();
  await runner(page).getByLabel('Server').selectOption({ index: 1 });
  await runner(page).getByLabel('API key', { exact: true }).fill('key');
  await sendButton(page).click();
  await expect(status(page)).toHaveText(/^200 OK/);
  expect(sent).toEqual([expect.stringMatching(/^https:\/\/api\.[^/]+\/v1\/node\/list$/)]);
});

test('the MQTT console works without a server', async ({ page }) => {
  await page.goto(`${site}device/mqtt-endpoints/`);
  await hydrated(page);
  await page.getByRole('button', { name: 'MQTT console' }).click();
  await press(page, 'Connect');
  await expect(stateOf(page)).toContainText('Connected as the device of node');
  await press(page, 'Publish');
  await expect(entries(page, '…/response')).toContainText('"success": true');
});

test('the program of the device runs without a server', async ({ page }) => {
  await page.goto(`${site}features/heartbeat/`);
  await hydrated(page);
  await page.getByRole('button', { name: 'Show the simulated device' }).click();
  await programTab(page).click();
  await expect(editor(page)).toContainText('import asyncio');
  await typeProgram(page, 'print("start", 6 * 7)\n');
  await button(page, 'Run').click();
  await expect(output(page)).toContainText('start 42', { timeout: 60_000 });
});

test('the tour of the home page works without a server', async ({ page }) => {
  await page.goto(site);
  await hydrated(page);
  const tour = page.getByRole('region', { name: 'Try it in the sandbox' });
  await tour.getByRole('button', { name: 'Create a project' }).click();
  await expect(tour.getByRole('status')).toHaveText('Project created. Its device is greenhouse-1.');
  await tour.getByRole('textbox', { name: 'Value' }).fill('31.5');
  await tour.getByRole('button', { name: 'Send', exact: true }).click();
  await expect(tour.getByRole('status')).toHaveText('Sent: 31.5 is stored.');
  await tour.getByRole('button', { name: 'Read the values' }).click();
  await expect(tour.getByRole('status')).toContainText('The newest is 31.5');
});

test('the events of a guide work without a server', async ({ page }) => {
  await page.goto(`${site}features/events/`);
  await hydrated(page);
  await page.getByRole('button', { name: 'Show the events of your sandbox project' }).click();
  const events = page.getByRole('region', { name: 'Events of your sandbox project' });
  await expect(events.getByRole('status')).toContainText('Terminals cannot reach the sandbox');
  await events.getByRole('button', { name: 'Store rule' }).click();
  await expect(events.getByRole('status')).toContainText('The rule is stored');

  await page.goto(`${site}device/mqtt-endpoints/`);
  await hydrated(page);
  await page.getByRole('button', { name: 'MQTT console' }).click();
  await press(page, 'Connect');
  await expect(stateOf(page)).toContainText('Connected as the device of node');
  const request = consoleOf(page);
  await request.getByLabel('Request').selectOption('Heartbeat or custom topic');
  await request.getByLabel('Topic suffix').fill('events/submit/json');
  await request.locator('summary').filter({ hasText: 'Body' }).click();
  const event = { reqId: 'r', eventType: 'door-unlocked', timestamp: Date.now(), data: {} };
  await request.getByRole('tab', { name: 'JSON' }).click();
  await request.getByRole('textbox', { name: /json/i }).fill(JSON.stringify(event));
  await press(page, 'Publish');
  await expect(entries(page, '…/response')).toContainText('"success": true');
  await page.goto(`${site}features/events/`);
  await hydrated(page);
  await page.getByRole('button', { name: 'Show the events of your sandbox project' }).click();
  await expect(events.getByRole('status')).toHaveText('1 event');
});

test('the offline copy works below the base path', async ({ page, context }) => {
  await page.goto(site);
  await hydrated(page);
  await page.getByRole('button', { name: 'Use offline' }).click();
  await page.getByRole('button', { name: 'Save for offline use' }).click();
  const panel = page.getByRole('group', { name: 'Offline copy' });
  await expect(panel).toContainText('work offline', { timeout: 60_000 });
  await context.setOffline(true);
  await page.goto(site + listPath);
  await hydrated(page);
  await page.locator('.send__open').click();
  await sendButton(page).click();
  await expect(status(page)).toHaveText(/^200 OK/);
});

// `send-all.e2e.ts` sends all operations, and the sandbox runs its own tests on the store of browsers.
test('Send works on operations of both APIs', async ({ page }) => {
  for (const [route = ''] of operationGroups) {
    await page.goto(site + route.slice(1));
    await hydrated(page);
    await openRunnerHere(page);
    await projectOf(page);
    await sendButton(page).click();
    await expect(status(page), route).toHaveText(/^200 OK/);
    await resetProject(page);
  }
});
