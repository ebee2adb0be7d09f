/** The greenhouse program on the simulated device, in both sandboxes. */
import { expect, type Page } from '@playwright/test';
import { test } from './support/fixtures.ts';
import { button, deviceOf, openProgram } from './support/firmware.ts';

const status = (page: Page) => deviceOf(page).locator('.device__view [role=status]');

/** Runs the program of the site, and shows the device. */
async function runProgram(page: Page): Promise<void> {
  await button(page, 'Run').click();
  await deviceOf(page).getByRole('tab', { name: 'Device' }).click();
  await expect(status(page)).toHaveText('Running your program.', { timeout: 30_000 });
}

for (const home of ['server', 'browser'] as const) {
  test(`runs, handles a command and survives a network failure, with the sandbox in the ${home}`, async ({
    page,
  }) => {
    test.setTimeout(120_000);
    await page.addInitScript((name) => localStorage.setItem('docs-sandbox-home', name), home);
    await openProgram(page);
    await runProgram(page);
    await button(page, 'Lamp on').click();
    await expect(deviceOf(page).getByRole('img', { name: /lamp on/ })).toBeVisible();
    await expect(deviceOf(page)).toContainText('success', { timeout: 30_000 });
    await button(page, 'Unplug').click();
    await expect(status(page)).toHaveText('Running your program without a network.');
    await button(page, 'Plug in').click();
    await expect(status(page)).toHaveText('Running your program.', { timeout: 30_000 });
    await button(page, 'Stop').click();
    await expect(status(page)).toHaveText('Your program does not run.');
  });
}
