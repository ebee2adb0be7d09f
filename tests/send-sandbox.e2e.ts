import type { Page, Request } from '@playwright/test';
import { PageErrors } from './support/page-errors.ts';
import {
  choosePlatform,
  expect,
  openSandboxRunner,
  runner,
  sendButton,
  status,
  test,
} from './support/runner.ts';
import {
  box,
  deleteProject,
  projectOf,
  storedElsewhere,
  storedProject,
} from './support/sandbox.ts';

const listPath = '/platform-api/node-list/';
const boxButton = (page: Page, name: string) =>
  box(page).getByRole('button', { name, exact: true });

/** Requests to the sandbox from now on. */
function watchSandbox(page: Page): Request[] {
  const requests: Request[] = [];
  page.on('request', (request) => {
    if (new URL(request.url()).pathname.startsWith('/sandbox/')) requests.push(request);
  });
  return requests;
}

const creations = (requests: readonly Request[]) =>
  requests.filter((request) => request.method() === 'POST' && request.url().endsWith('/projects'));

test('a project is created automatically, once for all pages', async ({ page, site }) => {
  const pageErrors = new PageErrors(page, site.origin);
  const requests = watchSandbox(page);
  await openSandboxRunner(page, listPath);
  const project = await projectOf(page);
  await sendButton(page).click();
  await expect(status(page)).toHaveText(/^200 OK/);
  await expect(runner(page).getByText('greenhouse-1').first()).toBeVisible();
  // The page has read the response when it shows it; the browser may report that the request finished later.
  await pageErrors.settled();

  await openSandboxRunner(page, '/device/api/submitdata/');
  expect((await projectOf(page)).apiKey).toBe(project.apiKey);
  await sendButton(page).click();
  await expect(status(page)).toHaveText(/^200 OK/);
  await pageErrors.settled();
  await page.reload();
  await page.locator('.send__open').click();
  expect((await projectOf(page)).projectId).toBe(project.projectId);
  expect(creations(requests)).toHaveLength(1);
  await pageErrors.settled();
  expect(pageErrors.list).toEqual([]);
});

for (const width of [390, 996, 1440]) {
  test(`the status of a response is in view at ${width} px`, async ({ page }) => {
    await page.setViewportSize({ width, height: 700 });
    await openSandboxRunner(page, '/device/api/submitdata/');
    await sendButton(page).click();
    await expect(status(page)).toHaveText(/^200 OK/);
    await expect(status(page)).toBeInViewport({ ratio: 1 });
  });
}

test('a request is retried after the sandbox restarts', async ({ page, site }) => {
  await page.clock.install();
  await openSandboxRunner(page, listPath);
  await projectOf(page);
  site.sandbox.state = { kind: 'restarting', startsAt: Date.now() };
  await sendButton(page).click();
  await expect(runner(page).getByText('The sandbox is restarting. Retrying in 2 s…')).toBeVisible();
  site.sandbox.state = { kind: 'ready' };
  await page.clock.fastForward(2000);
  await expect(status(page)).toHaveText(/^200 OK/);
});

test('a project is created when the sandbox has started, unless the reader cancels', async ({
  page,
  site,
}) => {
  await page.clock.install();
  site.sandbox.state = { kind: 'starting' };
  await openSandboxRunner(page, listPath);
  await expect(box(page).getByText('The sandbox is starting. Retrying in 2 s…')).toBeVisible();
  await boxButton(page, 'Cancel').click();
  await expect(
    box(page).getByText('The sandbox is starting. Try again in 2 seconds'),
  ).toBeVisible();
  site.sandbox.state = { kind: 'ready' };
  await boxButton(page, 'Try again').click();
  expect((await projectOf(page)).apiKey).not.toBe('');
});

test('the box is one line, masks its keys and shows them on request', async ({ page }) => {
  await openSandboxRunner(page, listPath);
  const line = box(page).getByText('Sandbox project: sample devices and data on this site');
  await expect(line).toBeVisible();
  await expect(box(page).getByLabel('API key', { exact: true })).toBeHidden();
  expect((await box(page).boundingBox())?.height).toBeLessThan(60);
  const project = await projectOf(page);
  await expect(box(page)).toContainText('Expires after 24 hours without use');
  await expect(runner(page).getByLabel('Server').locator('option').first()).toHaveText(
    /^This site’s sandbox · no account/,
  );
  const key = box(page).getByLabel('API key', { exact: true });
  await expect(key).toHaveAttribute('type', 'password');
  await boxButton(page, 'Show API key').click();
  await expect(key).toHaveAttribute('type', 'text');
  await expect(key).toHaveValue(project.apiKey);
  await expect(box(page).getByLabel('Connection key of greenhouse-1', { exact: true })).toHaveValue(
    project.nodes[0]?.connectionKey ?? '',
  );
});

test('with the keyboard only', async ({ page }) => {
  await page.goto(listPath);
  await expect(page.locator('.send__open')).toBeVisible();
  await page.locator('.send__open').focus();
  await page.keyboard.press('Enter');
  await expect(page.getByRole('heading', { name: 'Send a request' })).toBeFocused();
  await page.keyboard.press('ControlOrMeta+Enter');
  await expect(status(page)).toHaveText(/^200 OK/);
  await box(page).locator('summary').first().focus();
  await page.keyboard.press('Enter');
  // The box may still be checking the project, and ignores its buttons until then.
  await expect(boxButton(page, 'Reset')).toBeEnabled();
  await boxButton(page, 'Reset').focus();
  await page.keyboard.press('Enter');
  await expect(boxButton(page, 'Cancel')).toBeFocused();
  await page.keyboard.press('Escape');
  await expect(boxButton(page, 'Reset')).toBeFocused();
  await boxButton(page, 'Delete project').focus();
  await page.keyboard.press('Enter');
  await page.keyboard.press('Shift+Tab');
  await page.keyboard.press('Enter');
  await expect(boxButton(page, 'New project')).toBeFocused();
  await page.keyboard.press('Enter');
  await expect(box(page)).toBeFocused();
  await projectOf(page);
});

test('Reset asks first, then resets the project and keeps its API key', async ({ page }) => {
  await openSandboxRunner(page, '/platform-api/node-delete/');
  const before = await projectOf(page);
  await sendButton(page).click();
  await expect(status(page)).toHaveText(/^200 OK/);
  await boxButton(page, 'Reset').click();
  await boxButton(page, 'Cancel').click();
  expect((await storedProject(page))?.projectId).toBe(before.projectId);
  await boxButton(page, 'Reset').click();
  await boxButton(page, 'Yes, reset').click();
  await expect(box(page)).toContainText(
    'The project has new sample data with new ids and connection keys.',
  );
  const after = await projectOf(page);
  expect(after.apiKey).toBe(before.apiKey);
  expect(after.nodes.map(({ nodeId }) => nodeId)).not.toContain(before.nodes[0]?.nodeId);
  await sendButton(page).click();
  await expect(status(page)).toHaveText(/^200 OK/);
});

test('Delete project deletes it, and no other is created before the reader acts', async ({
  page,
}) => {
  await openSandboxRunner(page, listPath);
  const { apiKey } = await projectOf(page);
  await boxButton(page, 'Delete project').click();
  await boxButton(page, 'Yes, delete').click();
  await expect(boxButton(page, 'New project')).toBeFocused();
  expect(
    await page.evaluate(() => JSON.stringify(localStorage) + JSON.stringify(sessionStorage)),
  ).not.toContain(apiKey);
  const headers = { authorization: `Bearer ${apiKey}` };
  const response = await page.request.get('/sandbox/projects/current', { headers });
  expect(response.status()).toBe(401);

  await openSandboxRunner(page, '/platform-api/node-create/');
  await expect(boxButton(page, 'New project')).toBeVisible();
  expect(await storedProject(page)).toBeUndefined();
  await sendButton(page).click();
  await expect(status(page)).toHaveText(/^200 OK/);
  expect((await projectOf(page)).apiKey).not.toBe(apiKey);
});

test('an expired project is replaced once, with a notice', async ({ page }) => {
  await openSandboxRunner(page, '/platform-api/node-details/');
  const former = await projectOf(page);
  const requests = watchSandbox(page);
  await deleteProject(page);
  await sendButton(page).click();
  await expect(status(page)).toHaveText(/^200 OK/);
  await expect(box(page)).toContainText('Your previous sandbox project expired');
  const current = await projectOf(page);
  expect(current.projectId).not.toBe(former.projectId);
  expect(creations(requests)).toHaveLength(1);
  await expect(runner(page).locator('.runner__response pre')).toContainText(
    current.nodes[0]?.nodeId ?? 'a node',
  );
  await boxButton(page, 'OK').click();
  await expect(box(page)).not.toContainText('Your previous sandbox project');
});

test('an edited body is not sent to another project', async ({ page }) => {
  await openSandboxRunner(page, '/platform-api/node-update/');
  await projectOf(page);
  await runner(page).getByRole('tab', { name: 'JSON' }).click();
  await runner(page).getByRole('textbox', { name: /json/i }).fill('{"nodeid": "mine"}');
  await deleteProject(page);
  await sendButton(page).click();
  await expect(status(page)).toHaveText('The sandbox project had expired');
  await expect(runner(page).getByText('Fix.', { exact: true })).toBeVisible();
  await runner(page).getByRole('button', { name: 'Reset to example' }).click();
  await sendButton(page).click();
  await expect(status(page)).toHaveText(/^200 OK/);
});

test('a resource that a request has deleted is explained', async ({ page }) => {
  await openSandboxRunner(page, '/platform-api/variables-delete/');
  await projectOf(page);
  await sendButton(page).click();
  await expect(status(page)).toHaveText(/^200 OK/);
  await sendButton(page).click();
  await expect(status(page)).toHaveText(/^404/);
  await expect(runner(page).getByText('In the sandbox.')).toBeVisible();
});

test('keys of the sandbox and of the platform are never mixed', async ({ page, platform }) => {
  const requests = watchSandbox(page);
  await openSandboxRunner(page, listPath);
  const { apiKey } = await projectOf(page);
  await choosePlatform(page);
  await expect(box(page)).toHaveCount(0);
  const field = runner(page).getByLabel('API key', { exact: true });
  await expect(field).toHaveValue('');
  await field.fill('key-of-the-platform');
  await sendButton(page).click();
  await expect(status(page)).toHaveText(/^200 OK/);
  await runner(page).getByLabel('Server').selectOption({ index: 0 });
  await expect(box(page).getByLabel('API key', { exact: true })).toHaveValue(apiKey);
  await sendButton(page).click();
  await expect(runner(page).getByText('Requests in this tab (2)')).toBeVisible();
  await expect(status(page)).toHaveText(/^200 OK/);
  await runner(page).getByLabel('Server').selectOption({ index: 2 });
  await expect(field).toHaveValue('key-of-the-platform');

  expect(platform.received.map(({ headers }) => headers.authorization)).toEqual([
    'Bearer key-of-the-platform',
  ]);
  expect(JSON.stringify(platform.received)).not.toContain(apiKey);
  expect(requests.length).toBeGreaterThan(2);
  const sent = requests.map(
    (request) => `${JSON.stringify(request.headers())} ${request.postData()}`,
  );
  expect(sent.filter((text) => text.includes('key-of-the-platform'))).toEqual([]);
});

test('keys of the sandbox are not in URLs, logs, beacons and other storage', async ({
  page,
  site,
}) => {
  const seen: string[] = [];
  page.on('request', (request) => {
    seen.push(request.url(), request.headers().referer ?? '');
    if (!request.url().includes('/sandbox/')) seen.push(request.postData() ?? '');
  });
  page.on('console', (message) => seen.push(message.text()));
  await openSandboxRunner(page, listPath);
  const { apiKey, nodes } = await projectOf(page);
  await sendButton(page).click();
  await expect(status(page)).toHaveText(/^200 OK/);
  await page.getByRole('link', { name: 'Create a node', exact: true }).first().click();
  await expect(page).toHaveURL(/node-create/);
  const stored = await storedElsewhere(page);
  const metrics = await (await page.request.get('/metrics')).text();
  const texts = [...seen, ...site.log, stored, metrics];
  expect(site.log.length).toBeGreaterThan(5);
  for (const key of [apiKey, ...nodes.map(({ connectionKey }) => connectionKey)]) {
    expect(texts.filter((text) => text.includes(key))).toEqual([]);
  }
});

test('an access token of the project signs', async ({ page }) => {
  await openSandboxRunner(page, '/platform-api/variables-latest/');
  await projectOf(page);
  await runner(page).getByLabel('Credential type').selectOption('Access token');
  await sendButton(page).click();
  await expect(status(page)).toHaveText(/^200 OK/);
});

test('closing the request form removes its request from the programs', async ({ page }) => {
  await openSandboxRunner(page, '/platform-api/node-create/');
  await projectOf(page);
  await runner(page).getByRole('tab', { name: 'JSON' }).click();
  await runner(page).getByRole('textbox', { name: /json/i }).fill('{"node_name": "edited-9"}');
  const program = page.locator('.operation__samples .samples__panel:visible').first();
  await expect(program).toContainText('edited-9');
  await runner(page).getByRole('button', { name: 'Close' }).click();
  await expect(program).not.toContainText('edited-9');
  await expect(program).toContainText('greenhouse-7');
});

test('a request of the other API with the same id is sent again on its own page', async ({
  page,
}) => {
  await openSandboxRunner(page, '/device/api/valuestore-get-value/');
  await sendButton(page).click();
  await expect(status(page)).toHaveText(/^200 OK/);
  await openSandboxRunner(page, '/platform-api/valuestore-get-value/');
  await runner(page)
    .getByText(/^Requests in this tab/)
    .click();
  await expect(runner(page).getByRole('button', { name: /^Send again/ })).toHaveCount(0);
  await runner(page)
    .getByRole('link', { name: /^Send again/ })
    .click();
  await expect(page).toHaveURL(/\/device\/api\/valuestore-get-value\/$/);
  await expect(status(page)).toHaveText(/^200 OK/);
});
