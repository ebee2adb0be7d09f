import type { BrowserContext, Page } from '@playwright/test';
import { axeViolations } from './support/axe.ts';
import { expect, hydrated, siteDir, test } from './support/fixtures.ts';
import { saveCopy, serveWithoutSandbox } from './support/offline.ts';
import { PageErrors } from './support/page-errors.ts';

test.describe.configure({ timeout: 90_000 });

const device = (page: Page) => page.getByRole('region', { name: 'Simulated greenhouse' });
const check = (page: Page) => page.locator('.exercise').getByText('Check.').locator('..');
const output = (page: Page) => device(page).getByRole('log');

/** A button of the back end. */
const press = (page: Page, group: string, name: string) =>
  device(page)
    .getByRole('group', { name: group, exact: true })
    .getByRole('button', { name, exact: true })
    .click();

/** Opens an exercise, applies its change, and runs the changed program. */
async function runSolution(page: Page, url: string): Promise<void> {
  await page.goto(url);
  await hydrated(page);
  await page.getByText('Show me', { exact: true }).click();
  await page.getByRole('button', { name: 'Apply this change to my program' }).click();
  await device(page).getByRole('button', { name: 'Put it into the editor' }).click();
  // What arrives before the first read of the platform does not count.
  await expect(check(page)).toContainText(/Your (?:project|node)|The device/);
  await device(page).getByRole('button', { name: 'Run', exact: true }).click();
  await expect(output(page)).toContainText('connected', { timeout: 30_000 });
}

const isDone = (page: Page) => expect(check(page)).toContainText('Done:', { timeout: 30_000 });

interface Exercise {
  readonly name: string;
  readonly path: string;
  /** What the reader does while the program runs. */
  readonly act?: (page: Page) => Promise<void>;
}

const exercises: readonly Exercise[] = [
  { name: 'submit every 5 seconds', path: '/getting-started/submitData/' },
  {
    name: 'blink while a command runs',
    path: '/features/commands/commands-intro/',
    act: (page) => press(page, 'Command', 'Pump on'),
  },
  {
    name: 'unplug the network',
    path: '/features/heartbeat/',
    act: async (page) => {
      const network = device(page).getByRole('checkbox', { name: 'Network' });
      await network.uncheck();
      await expect(output(page)).toContainText('waiting: 8');
      await network.check();
    },
  },
  {
    name: 'store the highest temperature',
    path: '/features/valuestore/valuestore-intro/',
  },
  {
    name: 'skip an update while the pump runs',
    path: '/features/ota/ota-hardware/',
    act: async (page) => {
      await press(page, 'Command', 'Pump on');
      await expect(device(page).getByRole('group', { name: 'Command', exact: true })).toContainText(
        'success',
      );
      await press(page, 'Firmware', 'Roll out firmware');
    },
  },
];

for (const home of ['server', 'browser'] as const) {
  for (const { name, path, act } of exercises) {
    test(`${name} (${home})`, async ({ page, origin }) => {
      const pageErrors = new PageErrors(page, origin);
      await page.addInitScript((value) => localStorage.setItem('docs-sandbox-home', value), home);
      await runSolution(page, path);
      await act?.(page);
      await isDone(page);
      expect(await axeViolations(page)).toEqual([]);
      await pageErrors.settled();
      expect(pageErrors.list).toEqual([]);
    });
  }
}

test.describe('with the network off', () => {
  // One reader, whose browser saved the copy once.
  test.describe.configure({ mode: 'serial', timeout: 180_000 });
  let context: BrowserContext;
  let page: Page;
  let origin: string;

  test.beforeAll(async ({ browser }) => {
    context = await browser.newContext();
    page = await context.newPage();
    const site = await serveWithoutSandbox(siteDir);
    ({ origin } = site);
    await saveCopy(page, origin);
    await site.close();
    await context.setOffline(true);
    // Each exercise starts with the program of the site.
    await context.addInitScript(() => localStorage.removeItem('docs-program'));
  });
  test.afterAll(() => context.close());

  for (const { name, path, act } of exercises) {
    test(name, async () => {
      await runSolution(page, origin + path);
      await act?.(page);
      await isDone(page);
    });
  }
});

test('an exercise is not done by the program of the site', async ({ page }) => {
  await page.goto('/features/valuestore/valuestore-intro/');
  await hydrated(page);
  await page.getByRole('button', { name: 'Start the exercise' }).click();
  await expect(check(page)).toContainText('The device has not written max-temperature.');
  await device(page).getByRole('button', { name: 'Run', exact: true }).click();
  await expect(output(page)).toContainText('connected', { timeout: 30_000 });
  await expect(check(page)).toContainText('The device has not written max-temperature.');
});

test('a change does not replace other lines, and says so', async ({ page }) => {
  const program = 'print("mine")\n';
  await page.addInitScript(
    (text) => localStorage.setItem('docs-program', JSON.stringify({ text, earlier: [] })),
    program,
  );
  await page.goto('/getting-started/submitData/');
  await hydrated(page);
  await page.getByText('Show me', { exact: true }).click();
  await page.getByRole('button', { name: 'Apply this change to my program' }).click();
  await expect(page.locator('.exercise')).toContainText('Your program has other lines');
  await expect(device(page).getByRole('textbox')).toContainText('print("mine")');
});

test('nothing loads before the reader starts', async ({ page }) => {
  const scripts: string[] = [];
  page.on('request', (request) => scripts.push(request.url()));
  await page.goto('/getting-started/submitData/');
  await hydrated(page);
  const before = scripts.length;
  expect(scripts.filter((url) => /micropython|program\.json/.test(url))).toEqual([]);
  await page.getByText('Show me', { exact: true }).click();
  await expect(page.getByText('+', { exact: false }).first()).toBeVisible();
  expect(scripts).toHaveLength(before);
});

test.describe('without JavaScript', () => {
  test.use({ javaScriptEnabled: false });

  for (const { path, name } of exercises) {
    test(`${name}: the page has the task and its solution`, async ({ page }) => {
      await page.goto(path);
      const exercise = page.locator('.exercise');
      await expect(exercise).toContainText('It is done when');
      await expect(exercise.getByRole('button', { name: 'Start the exercise' })).toBeHidden();
      await exercise.getByText('Show me', { exact: true }).click();
      const change = exercise.locator('pre');
      await expect(change).toContainText(/^\+ /m);
    });
  }
});
