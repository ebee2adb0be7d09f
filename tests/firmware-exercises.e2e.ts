import type { Page } from '@playwright/test';
import { axeViolations } from './support/axe.ts';
import { expect, hydrated, siteDir, test } from './support/fixtures.ts';
import { button, deviceOf, editor, output } from './support/firmware.ts';
import { offlineReader, serveWithoutSandbox } from './support/offline.ts';
import { PageErrors } from './support/page-errors.ts';

test.describe.configure({ timeout: 180_000 });

const check = (page: Page) => page.locator('.exercise').getByText('Check.').locator('..');

const tab = (page: Page, name: string) => deviceOf(page).getByRole('tab', { name });

/** A button of the back end. */
const press = (page: Page, group: string, name: string) =>
  deviceOf(page)
    .getByRole('group', { name: group, exact: true })
    .getByRole('button', { name, exact: true })
    .click();

/** Opens an exercise, applies its change, and runs the changed program. */
async function runSolution(page: Page, url: string): Promise<void> {
  await page.goto(url);
  await hydrated(page);
  await page.getByText('Show me', { exact: true }).click();
  await page.getByRole('button', { name: 'Apply this change to my program' }).click();
  await button(page, 'Put it into the editor').click();
  // What arrives before the first read of the platform does not count.
  await expect(check(page)).toContainText(/Your (?:project|node)|The device/);
  await button(page, 'Run').click();
  await expect(deviceOf(page).getByRole('status').first()).toContainText('running');
}

const isDone = (page: Page) => expect(check(page)).toContainText('Done:', { timeout: 90_000 });

interface Exercise {
  readonly name: string;
  readonly path: string;
  /** What the reader does while the program runs. */
  readonly act?: (page: Page) => Promise<void>;
}

const exercises: readonly [Exercise, ...Exercise[]] = [
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
      await expect(output(page)).toContainText('kept: 2');
      await tab(page, 'Device').click();
      await button(page, 'Unplug').click();
      await tab(page, 'Program').click();
      await expect(output(page)).toContainText('kept: 8', { timeout: 60_000 });
      await tab(page, 'Device').click();
      await button(page, 'Plug in').click();
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
      await expect(
        deviceOf(page).getByRole('group', { name: 'Command', exact: true }),
      ).toContainText('success');
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
      // The page does not read the response body of an upload.
      expect(pageErrors.list.filter((error) => !error.includes('/files/upload/'))).toEqual([]);
    });
  }
}

// The offline copy uses the browser sandbox of the tests above, and loads the same files for each exercise.
test('the network is off', async ({ browser }) => {
  const site = await serveWithoutSandbox(siteDir);
  const { context, page, origin } = await offlineReader(browser, site);
  const [{ path }] = exercises;
  try {
    await runSolution(page, origin + path);
    await isDone(page);
  } finally {
    await context.close();
  }
});

test('an exercise is not done by the program of the site', async ({ page }) => {
  await page.goto('/features/valuestore/valuestore-intro/');
  await hydrated(page);
  await page.getByRole('button', { name: 'Start the exercise' }).click();
  await expect(check(page)).toContainText('The device has not written max-temperature.');
  await button(page, 'Run').click();
  await expect(output(page)).toContainText('command set-led: on', { timeout: 60_000 });
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
  await expect(editor(page)).toContainText('print("mine")');
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
