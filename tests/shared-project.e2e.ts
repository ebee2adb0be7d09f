import type { APIRequestContext, Page } from '@playwright/test';
import { axeViolationsInBothModes } from './support/axe.ts';
import { open } from './support/fixtures.ts';
import { overflowOf } from './support/overflow.ts';
import { expect, openSandboxRunner, runner, sendButton, status, test } from './support/runner.ts';
import { box, projectOf, storedProject } from './support/sandbox.ts';

const listPath = '/platform-api/node-list/';
const button = (page: Page, name: string) => box(page).getByRole('button', { name, exact: true });
const apiKey = (page: Page) => box(page).getByLabel('API key', { exact: true });
const known = (page: Page) => box(page).getByRole('list', { name: 'Projects that this browser' });

interface Project {
  readonly projectId: string;
  readonly apiKey: string;
}

/** Creates a project like a terminal. */
async function terminalProject(request: APIRequestContext): Promise<Project> {
  const response = await request.post('/sandbox/projects');
  return (await response.json()) as Project;
}

/** Opens an operation with its project expanded, and the list of other projects. */
async function openProjects(page: Page): Promise<Project> {
  await openSandboxRunner(page, listPath);
  const project = await projectOf(page);
  await box(page).locator('summary', { hasText: 'Other projects and keys' }).click();
  return project;
}

async function enterKey(page: Page, key: string): Promise<void> {
  await box(page).getByLabel('Use an existing key').fill(key);
  await button(page, 'Use key').click();
}

/** Requests of a page that create a project. */
function creations(page: Page): string[] {
  const urls: string[] = [];
  page.on('request', (request) => {
    if (request.method() === 'POST' && request.url().endsWith('/projects'))
      urls.push(request.url());
  });
  return urls;
}

test('tabs share one project, and closing a tab loses nothing', async ({ page, context }) => {
  await openSandboxRunner(page, listPath);
  const project = await projectOf(page);
  const other = await context.newPage();
  const created = creations(other);
  await openSandboxRunner(other, '/platform-api/node-create/');
  expect((await projectOf(other)).apiKey).toBe(project.apiKey);
  await sendButton(other).click();
  await expect(status(other)).toHaveText(/^200 OK/);
  await page.close();
  await other.close();
  const later = await context.newPage();
  created.push(...creations(later));
  await openSandboxRunner(later, listPath);
  expect((await projectOf(later)).projectId).toBe(project.projectId);
  expect(created).toEqual([]);
});

test('a new project, a reset and a switch in one tab show in the other', async ({
  page,
  context,
}) => {
  const first = await openProjects(page);
  const other = await context.newPage();
  await openSandboxRunner(other, listPath);
  await projectOf(other);

  await button(page, 'New project').click();
  await expect(apiKey(other)).not.toHaveValue(first.apiKey);
  const second = await storedProject(other);
  await expect(apiKey(page)).toHaveValue(second?.apiKey ?? '');
  await sendButton(other).click();
  await expect(runner(other).locator('.runner__views')).toContainText(
    second?.nodes[0]?.nodeId ?? 'a node',
  );

  const connectionKey = box(other).getByLabel(/^Connection key of/);
  const former = await connectionKey.inputValue();
  await button(page, 'Reset').click();
  await button(page, 'Yes, reset').click();
  await expect(connectionKey).not.toHaveValue(former);

  await expect(known(page).getByRole('listitem')).toHaveCount(2);
  await known(page)
    .getByRole('button', { name: /^Switch to project/ })
    .click();
  await expect(box(page)).toContainText('All tabs now use this project.');
  await expect(apiKey(other)).toHaveValue(first.apiKey);
});

test('the key of a terminal’s project makes the page use that project', async ({
  page,
  request,
}) => {
  const terminal = await terminalProject(request);
  const former = await openProjects(page);
  await enterKey(page, 'no-such-key');
  const failure = box(page).getByRole('alert');
  await expect(failure).toContainText('No project has this API key');
  await expect(apiKey(page)).toHaveValue(former.apiKey);

  await enterKey(page, ` ${terminal.apiKey} `);
  await expect(apiKey(page)).toHaveValue(terminal.apiKey);
  await expect(failure).toHaveCount(0);
  expect((await storedProject(page))?.projectId).toBe(terminal.projectId);
  await sendButton(page).click();
  await expect(status(page)).toHaveText(/^200 OK/);
  await expect(known(page).getByRole('listitem')).toHaveCount(2);
});

test('a key of the platform is not sent to the sandbox', async ({ page, request }) => {
  const { apiKey: own } = await terminalProject(request);
  await openProjects(page);
  await page.evaluate((apiKey) => {
    sessionStorage.setItem('docs-values', JSON.stringify({ apiKey }));
  }, own);
  await page.reload();
  await openProjects(page);
  const sent: string[] = [];
  page.on('request', (made) => sent.push(JSON.stringify(made.headers())));
  await enterKey(page, own);
  await expect(box(page).getByRole('alert')).toContainText('This key is for the platform');
  expect(sent.join('')).not.toContain(own);
});

test('a terminal’s project is imported with its key', async ({ page, request }) => {
  const terminal = await terminalProject(request);
  const headers = { authorization: `Bearer ${terminal.apiKey}` };
  const exported = await request.get('/sandbox/projects/current/export', { headers });
  const file = { name: 'p.json', mimeType: 'application/json', buffer: await exported.body() };
  await openSandboxRunner(page, listPath);
  const former = await projectOf(page);
  const importWith = async (key: string) => {
    await button(page, 'Import').click();
    await box(page).getByLabel('API key of the file’s project').fill(key);
    const choosing = page.waitForEvent('filechooser');
    await button(page, 'Choose a file').click();
    await (await choosing).setFiles(file);
  };
  await importWith('');
  const failure = box(page).getByRole('alert');
  await expect(failure).toContainText('enter its API key under “Import”');
  await expect(apiKey(page)).toHaveValue(former.apiKey);
  await importWith(terminal.apiKey);
  await expect(box(page)).toContainText('The project has the data, ids and connection keys');
  await expect(apiKey(page)).toHaveValue(terminal.apiKey);
});

test('the list and the key field work with the keyboard only', async ({ page, request }) => {
  const terminal = await terminalProject(request);
  await openSandboxRunner(page, listPath);
  await projectOf(page);
  await box(page).locator('summary', { hasText: 'Other projects and keys' }).focus();
  await page.keyboard.press('Enter');
  await page.keyboard.press('Tab');
  await expect(box(page).getByLabel('Use an existing key')).toBeFocused();
  await page.keyboard.type(terminal.apiKey);
  await page.keyboard.press('Enter');
  await expect(apiKey(page)).toHaveValue(terminal.apiKey);
  await page.keyboard.press('Shift+Tab');
  await expect(known(page).getByRole('button', { name: /^Switch/ })).toBeFocused();
});

for (const locks of ['has', 'rejects']) {
  test(`without storage, in a browser that ${locks} locks, the page says so and works in this tab`, async ({
    page,
  }) => {
    await page.addInitScript((isRejected) => {
      const reject = () => {
        throw new DOMException('full', 'QuotaExceededError');
      };
      Object.assign(Storage.prototype, { setItem: reject });
      const request = () => Promise.reject(new DOMException('denied', 'SecurityError'));
      if (isRejected) Object.assign(LockManager.prototype, { request });
    }, locks === 'rejects');
    await openSandboxRunner(page, listPath);
    await apiKey(page).waitFor({ state: 'attached' });
    await box(page).locator('summary').first().click();
    await expect(box(page).getByRole('alert')).toContainText('could not store the key');
    await sendButton(page).click();
    await expect(status(page)).toHaveText(/^200 OK/);
  });
}

test('without a project, a key that no project has stays in its field', async ({ page }) => {
  await openSandboxRunner(page, listPath);
  await projectOf(page);
  await button(page, 'Delete project').click();
  await button(page, 'Yes, delete').click();
  // The box of the deleted project has this text, too.
  await expect(box(page)).toContainText('Project deleted.');
  await box(page).getByText('Other projects and keys').click();
  await enterKey(page, 'no-such-key');
  await expect(box(page).getByRole('alert')).toContainText('No project has this API key');
  await expect(box(page).getByLabel('Use an existing key')).toBeVisible();
  await expect(box(page).getByLabel('Use an existing key')).toHaveValue('no-such-key');
});

for (const width of [1440, 390]) {
  test(`axe finds nothing in the list and the import at ${width} px`, async ({ page }) => {
    await page.setViewportSize({ width, height: 844 });
    await open(page, '/getting-started/submitData/');
    await page.getByRole('button', { name: 'Start a sandbox project' }).click();
    const sandbox = page.getByRole('region', { name: 'Sandbox project' });
    await sandbox.getByText('Other projects and keys').click();
    await sandbox.getByRole('button', { name: 'New project' }).click();
    await expect(sandbox.getByRole('listitem')).toHaveCount(2);
    const list = sandbox.getByRole('list');
    const row = await list.getByRole('listitem').first().boundingBox();
    expect(row?.width).toBe((await list.boundingBox())?.width);
    await sandbox.getByRole('button', { name: 'Import', exact: true }).click();
    expect(await axeViolationsInBothModes(page)).toEqual([]);
    expect(await overflowOf(page)).toBeLessThanOrEqual(0);
  });
}
